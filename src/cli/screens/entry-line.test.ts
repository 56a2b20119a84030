import { expect, describe as group, it } from 'vitest'
import { subjectOf } from './call-subject.ts'
import { describe } from './entry-line.ts'

group('an entry in a line', () => {
  it('of a call: tool, subject, exit code, status and time first, then output, then the rest', () => {
    const body = {
      call: 'c1',
      cwd: '/p',
      durationMs: 116,
      exit: 3,
      input: { command: 'npm test', description: 'run the tests' },
      output: { stderr: '', stdout: 'oops' },
      rest: { permission_mode: 'plan' },
      status: 'failed',
      tool: 'Bash',
    }
    expect(describe({ kind: 'dispatch.observed', body })).toBe(
      'Bash  npm test  exit 3  failed  116 ms  stdout=oops  description=run the tests  call=c1  cwd=/p  permission_mode=plan',
    )
  })

  it.each([
    ['turn.opened', { prompt: 'do it', rest: { id: 'x' } }, 'do it  id=x'],
    ['notice.received', { origin: 'notification', text: 'ended' }, 'notification  ended'],
    ['stop.reached', { background: [], isAgain: null, message: 'done' }, 'done'],
    ['stop.reached', { message: { artifact: 'message' } }, 'message={"artifact":"message"}'],
    ['command.ran', { command: 'x', exit: 1 }, 'command=x  exit=1'],
    ['dispatch.proposed', {}, 'unknown'],
  ])('of %s %j', (kind, body, line) => {
    expect(describe({ kind, body })).toBe(line)
  })

  it('stays on one line whatever it contains, even in field names', () => {
    expect(describe({ kind: 'x', body: { 'a\nb\u001b[2J': 'c\nd' } })).toBe('a b\\u001b[2J=c d')
  })
})

group('what a call is about', () => {
  it.each([
    [{ command: 'ls -a' }, 'ls -a'],
    [{ file_path: '/p/src/a.ts', content: 'x' }, 'src/a.ts'],
    [{ file_path: '/pq/a.ts' }, '/pq/a.ts'],
    [{ description: 'sub job', prompt: 'long' }, 'sub job'],
    [{ command: '*** Begin Patch\n*** Update File: /p/a.txt\n@@\n*** Add File: b.txt\n' }, 'a.txt, b.txt'],
    [{ command: '', pattern: '**/*.py' }, '**/*.py'],
    [{ command: { artifact: 'input.command' } }, '(stored as input.command)'],
    [{ todos: [1, 2, 3] }, '3 todos'],
    [{ a: 1, b: [2] }, '{"a":1,"b":[2]}'],
    [{}, ''],
    [null, ''],
    ['text', 'text'],
    [[1], '[1]'],
    [7, '7'],
  ])('%j', (input, subject) => {
    expect(subjectOf(input, '/p')).toBe(subject)
  })
})
