import { describe, expect, it } from 'vitest'
import { hiddenStatuses } from './exit.ts'

function hidden(text: string): string[] {
  const result = hiddenStatuses(text)
  if (result.kind === 'unparsable') throw new Error(result.why)
  return result.hidden.map(({ why, command }) => `${why}: ${command}`)
}

describe('the exit code of a text', () => {
  it.each([
    'npm test',
    'cd a && npm test',
    '(npm test)',
    '{ npm test; } 2>&1',
    'set -o pipefail; npm test | tee log',
    'set -euo pipefail; npm test | tee log; echo done',
    "bash -eo pipefail -c 'npm test | tee log; echo done'",
    'npm test; exit $?',
    'npm test; exit',
    'npm test; rc=$?; exit $rc',
    'npm test || exit 1',
    'npm test || { exit 1; }',
    'npm test || exit 1; echo ok',
    'npm test || false',
    'x=$(npm test)',
    'if ! npm test; then exit 1; fi',
    'if npm test; then echo ok; else exit 1; fi',
    "trap 'rm -f x' EXIT; npm test",
    'exec npm test; echo never',
    'f() { npm test; }; f',
    "sh -c 'npm test'",
    'timeout 60 npm test',
    'case $x in a) npm test;; esac',
  ])('accounts for every command: %s', (text) => {
    expect(hidden(text)).toEqual([])
  })

  it.each([
    ['npm test || { echo no; exit 0; }; true', ['true: npm test', 'true: echo no', 'true: exit 0']],
    ['npm test || { echo no; exit 1; }; echo ok', ['exit: echo no']],
    ['npm test | tee log', ['pipe: npm test']],
    ['npm test 2>&1 | tail -5', ['pipe: npm test 2>&1']],
    ['npm test || true', ['or-true: npm test']],
    ['npm test || :', ['or-true: npm test']],
    ['npm test || echo failed', ['or-else: npm test']],
    ['npm test && echo ok || echo failed', ['or-else: npm test', 'or-else: echo ok']],
    ['npm test || exit 0', ['or-else: npm test']],
    ['npm test; exit 0', ['exit: npm test']],
    ['npm test; true', ['true: npm test']],
    ['npm test; echo done', ['followed: npm test']],
    ['npm test\necho $?', ['followed: npm test']],
    ['npm test; rc=$?; rm x; exit $rc', ['followed: rm x']],
    ['npm test &', ['background: npm test']],
    ['npm test & wait', ['background: npm test']],
    ['! npm test', ['negated: npm test']],
    ['if npm test; then echo ok; fi', ['condition: npm test']],
    ['while npm test; do sleep 1; done', ['condition: npm test', 'loop: sleep 1']],
    ['for i in 1 2; do npm test; done', ['loop: npm test']],
    ["trap 'exit 0' EXIT; npm test", ['trap: npm test']],
    ['echo $(npm test)', ['substitution: npm test']],
    ['local x=$(npm test)', ['substitution: npm test']],
    ['find . -exec npm test \\;', ['find: find . -exec npm test \\;']],
    ["sh -c 'npm test; exit 0'", ['exit: npm test']],
    ["sh -c 'npm test' || true", ["or-true: sh -c 'npm test'", 'or-true: npm test']],
    ["eval 'npm test | cat'", ['pipe: npm test']],
    ['f() { npm test; }; f || true', ['or-true: f', 'or-true: npm test']],
    ['set -e; npm test && echo ok; echo done', ['followed: npm test']],
    ['set -e; set +e; npm test; echo done', ['followed: npm test']],
    ['{ npm test; } | cat', ['pipe: npm test']],
    ['n"p"m te\\st|c\\at', ['pipe: n"p"m te\\st']],
  ])('hides a command: %s', (text, expected) => {
    expect(hidden(text)).toEqual(expected)
  })

  it('is unknown if the text cannot be read', () => {
    expect(hiddenStatuses('npm test |')).toEqual({ kind: 'unparsable', why: 'unexpected-end', at: 10 })
  })
})
