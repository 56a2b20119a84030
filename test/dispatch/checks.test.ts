import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DISPATCH_CODES, type DispatchCode } from '../../src/policy/dispatch.ts'
import { scaled, seed } from '../helpers/scale.ts'
import { verdictOn } from '../helpers/score-dispatches.ts'
import { COMMANDS } from './cases.ts'

const codesOf = (command: string): string[] => verdictOn('Bash', { command }).findings.map(({ code }) => code)

describe.each(Object.entries(COMMANDS))('%s', (code, { found, hidden, ordinary }) => {
  it.each(found)('is found: %s', (command) => {
    expect(codesOf(command)).toContain(code)
  })

  it.each(hidden)('is found even if it is hidden: %s', (command) => {
    expect(codesOf(command)).toContain(code)
  })

  it.each(ordinary)('is not found in %s', (command) => {
    expect(codesOf(command)).not.toContain(code)
  })
})

/** Found in the fields of other tools, or only with another policy: changes.test.ts and policy.test.ts have their cases. */
const ELSEWHERE: readonly DispatchCode[] = [
  'CALL_MALFORMED',
  'READ_OUTSIDE',
  'HOST_UNLISTED',
  'COMMAND_RULED',
  'ROLE_EXCEEDED',
  'CHANGE_LARGE',
  'TESTS_SKIPPED',
  'SECRET_INTRODUCED',
  // src/supervisor/dispatch/risk.test.ts
  'RISK_HIGH',
  'RISK_UNKNOWN',
]

it('every code has commands that show it, unless its cases are elsewhere', () => {
  expect([...Object.keys(COMMANDS), ...ELSEWHERE].sort()).toEqual(Object.keys(DISPATCH_CODES).sort())
})

describe('with the default policy', () => {
  const all = Object.values(COMMANDS).flatMap(({ found, hidden, ordinary }) => [...found, ...hidden, ...ordinary])

  it('no command of the tables is denied', () => {
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter((command) => verdictOn('Bash', { command }).answer === 'deny')).toEqual([])
  })

  it('only irreversible actions are asked about', () => {
    const asked = (Object.keys(DISPATCH_CODES) as DispatchCode[]).filter((code) => DISPATCH_CODES[code][1] === 'ask')
    expect(asked.filter((code) => DISPATCH_CODES[code][0] !== 'destruction')).toEqual(['HOST_UNLISTED'])
    expect(Object.values(DISPATCH_CODES).map(([, answer]) => answer)).not.toContain('deny')
  })

  it.each([
    'git status && npm test',
    'npm run build && git add -A && git commit -m "Build"',
    'rg --files | xargs wc -l',
    'for f in src/*.ts; do npx tsc --noEmit "$f"; done',
    'docker compose up -d && curl -s http://localhost:3000/health',
    'python3 -m pytest -q | tail -20',
    'rm -rf dist && mkdir -p dist && cp -r public/. dist/',
    'sed -i "s/a/b/" src/a.ts && npx prettier --write src/a.ts',
    'cat > src/new.ts <<E\nexport const a = 1\nE',
    'gh pr create --title x --body y',
    'npm install --save-dev vitest',
    'git push -u origin topic',
    'kill $(cat server.pid)',
    'tar xzf x.tgz -C vendor',
    'make clean all',
    'uv run pytest && cargo test && go test ./...',
  ])('ordinary work has no finding: %s', (command) => {
    expect(codesOf(command)).toEqual([])
  })
})

const PIECES = [
  ...[
    'git ',
    'reset ',
    '--hard ',
    'push ',
    '-f ',
    'rm -rf ',
    'curl ',
    '| sh',
    'chmod ',
    '777 ',
    'find ',
    '-delete ',
    'ssh x ',
    'parallel ',
  ],
  ...[
    '{} ',
    '::: ',
    'sudo ',
    'npx ',
    'psql -c ',
    '"drop table x" ',
    '~',
    '/',
    '..',
    '*',
    '$X',
    '$(',
    ')',
    "'",
    '"',
    '\n',
    ';',
    '>',
    '<<E\n',
    '\0',
    '\ud800',
  ],
]

describe('any call', () => {
  it('is checked, and nothing throws', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('Bash', 'Write', 'Edit', 'apply_patch', 'mcp__x__y', 'WebFetch'),
        (text, tool) => {
          verdictOn(tool, {
            command: text,
            file_path: text,
            content: text,
            old_string: text,
            new_string: text,
            url: text,
            query: text,
          })
        },
      ),
      { numRuns: scaled(3_000), seed: seed() },
    )
  })

  it('may be any JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.constantFrom('Bash', 'Write', 'MultiEdit', 'Grep', 'x'),
        (value, tool) => {
          verdictOn(tool, value as never)
        },
      ),
      { numRuns: scaled(2_000), seed: seed() },
    )
  })
})
