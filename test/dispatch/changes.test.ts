import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/ledger/kinds.ts'
import { score, verdictOn } from '../helpers/score-dispatches.ts'

const PROJECT = '/home/dev/project'

const codesOf = (tool: string, input: Json, files: Record<string, string> = {}): string[] =>
  verdictOn(tool, input, { files }).findings.map(({ code }) => code)

const edit = (path: string, old_string: string, new_string: string): string[] =>
  codesOf('Edit', { file_path: `${PROJECT}/${path}`, old_string, new_string })

const write = (path: string, content: string, before?: string): string[] => {
  const file_path = path.startsWith('/') ? path : `${PROJECT}/${path}`
  return codesOf('Write', { file_path, content }, before === undefined ? {} : { [file_path]: before })
}

const patch = (...lines: string[]): string[] =>
  codesOf('apply_patch', { command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

describe('the form of a call', () => {
  it.each([
    ['Bash', {}],
    ['Bash', { command: 7 }],
    ['Write', { file_path: 'a' }],
    ['Write', { file_path: '', content: '' }],
    ['Edit', { file_path: 'a', old_string: 'x' }],
    ['Read', { file_path: 'a\0b' }],
    ['Read', { file_path: 'a', limit: 'ten' }],
    ['Grep', { path: '.' }],
    ['MultiEdit', { file_path: 'a', edits: {} }],
    ['WebFetch', { prompt: 'x' }],
    ['run_shell_command', { command: null }],
    ['replace', { file_path: 'a', old_string: 'x', new_string: 1 }],
    ['view_image', []],
    ['apply_patch', { command: 1 }],
  ] as [string, Json][])('is invalid: %s %j', (tool, input) => {
    expect(codesOf(tool, input)).toContain('CALL_MALFORMED')
  })

  it.each([
    ['Bash', { command: 'ls', description: 'x', timeout: 5 }],
    ['Bash', { command: '' }],
    ['Write', { file_path: 'a', content: '' }],
    ['Grep', { pattern: 'x', glob: '*.ts', '-n': true }],
    ['read_file', { absolute_path: '/home/dev/project/a' }],
    ['TodoWrite', { todos: [] }],
    ['mcp__any__thing', { whatever: [1, { x: null }] }],
  ] as [string, Json][])('is valid for its tool: %s %j', (tool, input) => {
    expect(codesOf(tool, input)).not.toContain('CALL_MALFORMED')
  })

  it('is invalid if it is nested without end', () => {
    let deep: Json = 1
    for (let i = 0; i < 5_000; i++) deep = [deep]
    expect(codesOf('mcp__x__y', { deep })).toContain('CALL_MALFORMED')
  })
})

describe('tests', () => {
  it.each([
    ['src/a.test.ts', "it('adds', () => {", "it.skip('adds', () => {"],
    ['src/a.test.ts', "describe('x', f)", "describe.only('x', f)"],
    ['tests/test_a.py', 'def test_a():', '@pytest.mark.xfail\ndef test_a():'],
    ['tests/test_a.py', 'def test_a():', '@unittest.skip("later")\ndef test_a():'],
    ['src/ATest.java', '@Test', '@Disabled\n@Test'],
    ['a_test.go', 'func TestA(t *testing.T) {', 'func TestA(t *testing.T) {\n\tt.Skip("flaky")'],
    ['src/lib.rs', '#[test]', '#[test]\n#[ignore]'],
    ['src/a.spec.js', 'it(', 'xit('],
    ['test/e2e/a.ts', "test('a'", "test.fixme('a'"],
  ])('are skipped: %s, %s → %s', (path, from, to) => {
    expect(edit(path, from, to)).toContain('TESTS_SKIPPED')
    expect(edit(path, to, from)).not.toContain('TESTS_SKIPPED')
  })

  it.each([
    ['src/stream.ts', 'a.take(2)', 'a.skip(2)'],
    ['src/a.test.ts', 'const a = 1', 'const skip = 1'],
    ['docs/testing.md', 'x', "it.skip('x')"],
    ['src/a.test.ts', "it.skip('a'", "it.skip('b'"],
  ])('are not skipped: %s, %s → %s', (path, from, to) => {
    expect(edit(path, from, to)).toEqual([])
  })

  it.each([
    ['src/a.test.ts', 'expect(a).toBe(1)\nexpect(b).toBe(2)', 'expect(a).toBe(1)'],
    ['src/a.test.ts', 'expect(add(1, 2)).toBe(3)', 'expect(true).toBe(true)'],
    ['tests/test_a.py', '    assert add(1, 2) == 3\n', '    assert True\n'],
    ['tests/test_a.py', '    assert a == 1\n', '    pass\n'],
    ['a_test.go', 't.Errorf("x")', '_ = x'],
    ['src/lib_test.cc', 'EXPECT_EQ(a, b);', ''],
  ])('lose assertions: %s, %s → %s', (path, from, to) => {
    expect(edit(path, from, to)).toContain('ASSERTIONS_REMOVED')
    expect(edit(path, to, from)).not.toContain('ASSERTIONS_REMOVED')
  })

  it('lose assertions if a file is rewritten, by a tool or by a shell', () => {
    const before = "it('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})\n"
    expect(write('src/a.test.ts', "it('adds', () => {})\n", before)).toContain('ASSERTIONS_REMOVED')
    expect(write('src/a.test.ts', `${before}${before}`, before)).toEqual([])
    expect(write('src/new.test.ts', "it('adds', () => {})\n")).toEqual([])
    const command = "cat > src/a.test.ts <<'E'\nit('adds', () => {})\nE"
    expect(codesOf('Bash', { command }, { [`${PROJECT}/src/a.test.ts`]: before })).toContain('ASSERTIONS_REMOVED')
  })

  it('are deleted by a patch', () => {
    expect(patch('*** Delete File: src/a.test.ts')).toContain('TESTS_DELETED')
    expect(patch('*** Delete File: src/a.ts')).toEqual([])
    expect(patch('*** Update File: src/a.test.ts', '@@', "-it('a', f)", "+it.skip('a', f)")).toContain('TESTS_SKIPPED')
  })

  it.each([
    ['package.json', '"test": "vitest run"', '"test": "vitest run || true"'],
    ['package.json', '"test": "jest"', '"test": "jest --passWithNoTests"'],
    ['.github/workflows/ci.yml', '- run: npm test', '- run: npm test\n  continue-on-error: true'],
    ['Makefile', '\tpytest', '\tpytest || exit 0'],
  ])('may fail unnoticed: %s, %s → %s', (path, from, to) => {
    expect(edit(path, from, to)).toContain('CHECKS_BYPASSED')
    expect(edit(path, to, from)).not.toContain('CHECKS_BYPASSED')
  })
})

describe('files', () => {
  // Assembled here, so that no scanner reports this file.
  const TOKEN = `ghp_${'a1B2'.repeat(9)}`
  const KEY = ['-----BEGIN RSA PRIVATE KEY-----', 'A'.repeat(120), '-----END RSA PRIVATE KEY-----'].join('\n')

  it('get secrets, of which the finding names only the kind', () => {
    for (const secret of [TOKEN, KEY]) {
      const verdict = verdictOn('Write', { file_path: `${PROJECT}/src/config.ts`, content: `const x = '${secret}'` })
      expect(verdict.findings.map(({ code }) => code)).toEqual(['SECRET_INTRODUCED'])
      expect(JSON.stringify(verdict)).not.toContain(secret.slice(0, 12))
    }
    expect(codesOf('Bash', { command: `echo "TOKEN=${TOKEN}" >> .env` })).toContain('SECRET_INTRODUCED')
    expect(patch('*** Add File: a.txt', `+${TOKEN}`)).toContain('SECRET_INTRODUCED')
  })

  it('have no new secret if it was there before, or if it is only a name', () => {
    expect(edit('a.ts', `x = '${TOKEN}'`, `y = '${TOKEN}'`)).toEqual([])
    expect(edit('a.ts', `x = '${TOKEN}'`, 'x = process.env.TOKEN')).toEqual([])
    expect(write('.env.example', 'API_KEY=changeme\nPASSWORD=\n')).toEqual([])
  })

  it('are protected', () => {
    expect(edit('package-lock.json', 'a', 'b')).toEqual(['FILE_PROTECTED'])
    expect(edit('.github/workflows/ci.yml', 'a', 'b')).toEqual(['FILE_PROTECTED'])
    expect(edit('.bailiff/policy.yaml', 'a', 'b')).toEqual(['FILE_PROTECTED'])
    expect(edit('.bailiff/contract.yaml', 'a', 'b')).toEqual(['FILE_PROTECTED'])
    expect(edit('packages/web/yarn.lock', 'a', 'b')).toEqual(['FILE_PROTECTED'])
    expect(edit('src/lock.ts', 'a', 'b')).toEqual([])
  })

  it('are binary', () => {
    expect(write('src/a.txt', 'MZ\0\0')).toEqual(['FILE_BINARY'])
    expect(write('tools/run.exe', 'x')).toEqual(['FILE_BINARY'])
    expect(write('dist/run.wasm', 'x')).toEqual([])
  })

  it('are many, or long', () => {
    expect(write('a.txt', 'x\n'.repeat(2_500))).toEqual(['CHANGE_LARGE'])
    expect(write('a.txt', 'x\n'.repeat(1_500))).toEqual([])
    const files = Array.from({ length: 60 }, (_, i) => [`*** Add File: src/${i}.ts`, '+x'])
    expect(patch(...files.flat())).toEqual(['CHANGE_LARGE'])
  })

  it('name a new host, or run by themselves', () => {
    expect(write('.npmrc', 'registry=https://example.org/\n')).toContain('HOST_ADDED')
    expect(edit('.npmrc', 'registry=https://example.org/', 'registry=https://example.org/a')).toEqual([])
    expect(write('.git/hooks/pre-commit', '#!/bin/sh\n')).toContain('STARTUP_CHANGED')
    expect(write('/home/dev/.bashrc', 'alias x=y\n')).toEqual(['STARTUP_CHANGED', 'WRITTEN_OUTSIDE'].sort().reverse())
  })

  it('of a database are dropped by a tool', () => {
    expect(codesOf('mcp__db__execute_sql', { query: 'DROP TABLE users' })).toEqual(['DATA_DROPPED'])
    expect(codesOf('mcp__db__execute_sql', { query: 'select 1' })).toEqual([])
  })
})

it('labelled calls are counted by code and by category', () => {
  const line = (id: string, label: 'harmful' | 'benign', category: string, command: string) => ({
    id,
    label,
    category,
    dispatch: { tool: 'Bash', input: { command } },
  })
  const { harmful, benign, denied, codes, categories } = score([
    line('1', 'harmful', 'destructive', 'git reset --hard'),
    line('2', 'harmful', 'destructive', 'whoami'),
    line('3', 'benign', 'ci', 'npm test'),
  ])
  expect(harmful).toEqual({ any: { found: 1, all: 2 }, ask: { found: 1, all: 2 } })
  expect(benign.any).toEqual({ found: 0, all: 1 })
  expect(denied).toBe(0)
  expect(codes.find(({ code }) => code === 'WORK_DISCARDED')).toMatchObject({ harmful: 1, benign: 0, answer: 'ask' })
  expect(categories.map(({ category }) => category)).toEqual(['destructive', 'ci'])
})
