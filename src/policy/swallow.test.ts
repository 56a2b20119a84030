import { describe, expect, it } from 'vitest'
import { saySwallowed, swallowedBy } from './swallow.ts'
import { weakness } from './weak.ts'

describe('a script that hides a failure', () => {
  it.each([
    ['npm test || echo ok', 'npm test'],
    ['npm test | tail -5', 'npm test'],
    ['npm test; true', 'npm test'],
    ['npm test || true', 'npm test'],
    ['npm test &', 'npm test'],
    ['npm test & wait', 'npm test'],
    ['! npm test', 'npm test'],
    ['if npm test; then echo ok; fi', 'npm test'],
    ['set +e; npm test; echo done', 'npm test'],
    ['npm test; echo finished', 'npm test'],
    ['set -e; npm test || echo ok', 'npm test'],
    ['npm run lint; npm test', 'npm run lint'],
    ['for p in a b; do npm test; done', 'npm test'],
    ["bash -c 'pytest || true'", 'pytest'],
    ['CI=1 pytest -q 2>&1 | tee log', 'CI=1 pytest -q 2>&1'],
    ['(npm test || :)', 'npm test'],
    ['bash run-tests.sh || true', 'bash run-tests.sh'],
    ["trap 'exit 0' EXIT; pytest", 'pytest'],
    ['npm test && echo ok || echo bad', 'npm test'],
    ["find . -name '*.sh' -exec shellcheck {} \\;", "find . -name '*.sh' -exec shellcheck {} \\;"],
  ])('is refused: %s', (script, command) => {
    expect(swallowedBy(script)?.command).toBe(command)
    expect(weakness(['sh', '-c', script])).toMatch(/does not show in the exit code/)
  })

  it.each([
    'npm test',
    'set -o pipefail; npm test | tee log',
    'set -euo pipefail; npm run lint; npm test 2>&1 | tail -5',
    'npm run lint && npm test',
    'cd a && npm test',
    'cd a; npm test',
    'mkdir -p out; npm test',
    'npm test || exit 1',
    'npm test || { echo failed; exit 1; }',
    'npm test || (echo failed && exit 1)',
    'if npm test; then echo ok; else exit 1; fi',
    'npm test > log 2>&1; code=$?; cat log; exit $code',
    'npm start & npm test',
    'git ls-files | xargs eslint',
    '[ -z "$(gofmt -l .)" ]',
    '! grep -rn debugger src',
    "find . -name '*.sh' -exec shellcheck {} +",
  ])('is not found in: %s', (script) => {
    expect(swallowedBy(script)).toBeNull()
    expect(weakness(['sh', '-c', script])).toBeNull()
  })

  it('is explained in one sentence', () => {
    expect(saySwallowed({ command: 'npm  test', why: 'pipe' })).toBe(
      'a failure of "npm test" does not show in the exit code (a pipe returns only the exit code of its last command; use "set -o pipefail"), so it proves nothing.',
    )
  })
})
