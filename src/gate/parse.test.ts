import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scaled } from '../../test/helpers/scale.ts'
import { TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import { parseTask } from './parse.ts'
import { protocolJsonSchema } from './protocol.ts'
import { taskJsonSchema, taskSchema } from './task.ts'

describe('a task file', () => {
  it('of one line has the budgets of the seed and three steps of stability', () => {
    expect(taskOf('version: 1')).toEqual({
      version: 1,
      goal: '',
      affordances: {},
      actions: {},
      probes: {},
      limits: { steps: 50, seconds: 200, stability: 3, command_seconds: 60, output_kb: 1024 },
    })
  })

  it('says what actions require, which are evidence, and which probes there are', () => {
    expect(taskOf(TASK_TEXT)).toMatchObject({
      affordances: { engine: { gone: { command: ['./engine', 'ping'], exit: 69 } } },
      actions: {
        apply: { runs: ['./engine', 'apply', 'artifact.txt'], requires: ['engine'], evidence: true },
        write: { writes: 'artifact.txt', evidence: false },
        shell: { runs: 'any', requires: [] },
      },
      probes: { violation: { command: ['./engine', 'check'], output: 'false' } },
    })
  })

  it('stays the same when parsed again, as a replay does', () => {
    const task = taskOf(TASK_TEXT)
    expect(taskSchema.parse(JSON.parse(JSON.stringify(task)))).toEqual(task)
  })
})

/** Each mistake, and the expected problem with its position. */
const WRONG: [what: string, text: string, said: string][] = [
  ['nothing', '', '1:1 The file is empty. The smallest task is: version: 1'],
  ['no version', 'goal: x\n', '1:1 version: This field is required.'],
  ['a version of the future', 'version: 2\n', '1:10 version: Expected 1, found 2.'],
  ['a misspelt field', 'version: 1\naction: {}\n', '2:1 action: Unknown field "action". Did you mean "actions"?'],
  [
    'a misspelt limit',
    'version: 1\nlimits:\n  step: 5\n',
    '3:3 limits.step: Unknown field "step". Did you mean "steps"?',
  ],
  ['a limit of nothing', 'version: 1\nlimits: { steps: 0 }\n', '2:18 limits.steps: Too small: at least 1.'],
  ['a limit without end', 'version: 1\nlimits: { seconds: .inf }\n', '2:20 '],
  ['half a step', 'version: 1\nlimits: { steps: 1.5 }\n', '2:11 limits.steps: Expected a whole number, found 1.5.'],
  [
    'an unknown affordance',
    'version: 1\naffordances: { engine: {} }\nactions:\n  apply: { runs: ./x, requires: [engin] }\n',
    '4:34 actions.apply.requires.0: Unknown affordance "engin". Did you mean "engine"?',
  ],
  [
    'an action of the gate itself',
    'version: 1\nactions:\n  terminate: {}\n',
    '3:14 actions.terminate: This action is built in. Remove it.',
  ],
  [
    'evidence that the agent can fake',
    'version: 1\nactions:\n  apply: { runs: any, evidence: true }\n',
    '3:10 actions.apply: A command that the agent chooses proves nothing. Name the command that is evidence.',
  ],
  [
    'evidence that proves nothing',
    'version: 1\nactions:\n  apply: { runs: "true", evidence: true }\n',
    '3:10 actions.apply: Evidence: "true" always succeeds',
  ],
  [
    'evidence that swallows a failure',
    'version: 1\nactions:\n  apply: { runs: [sh, -c, "npm test | tail"], evidence: true }\n',
    '3:10 actions.apply: Evidence: a failure of "npm test" does not show in the exit code',
  ],
  [
    'a probe that swallows a failure',
    'version: 1\nprobes:\n  violation: { command: [sh, -c, "./check || echo ok"], exit: 0 }\n',
    '3:14 probes.violation: Command: a failure of "./check" does not show in the exit code',
  ],
  [
    'evidence by writing',
    'version: 1\nactions:\n  w: { writes: a.txt, evidence: true }\n',
    '3:6 actions.w: Writing a file is not evidence.',
  ],
  [
    'two things at once',
    'version: 1\nactions:\n  w: { writes: a.txt, runs: ./x }\n',
    '3:6 actions.w: An action either runs or writes.',
  ],
  [
    'a path that leaves the folder',
    'version: 1\nactions:\n  w: { writes: ../a.txt }\n',
    '3:16 actions.w.writes: "../a.txt": it leads out of the project.',
  ],
  [
    'an absolute path',
    'version: 1\nactions:\n  w: { writes: /etc/passwd }\n',
    '3:16 actions.w.writes: "/etc/passwd": use a path relative',
  ],
  [
    'a command that needs a shell',
    'version: 1\nactions:\n  a: { runs: ./x | tee log }\n',
    '3:14 actions.a.runs: Command: commands run without a shell',
  ],
  [
    'a probe that asks for nothing',
    'version: 1\nprobes:\n  violation: { command: ./x }\n',
    '3:14 probes.violation: Set the expected answer',
  ],
  [
    'an unknown probe',
    'version: 1\nprobes:\n  violated: { command: ./x, exit: 1 }\n',
    '3:3 probes.violated: Unknown field "violated". Known: violation, no_violation.',
  ],
  [
    'an invalid exit code',
    'version: 1\nprobes:\n  violation: { command: ./x, exit: 256 }\n',
    '3:36 probes.violation.exit: Too large: at most 255.',
  ],
  [
    'a name in capitals',
    'version: 1\nactions:\n  Apply: {}\n',
    '3:3 actions.Apply: A name must start with a lowercase letter',
  ],
  ['a key twice', 'version: 1\ngoal: a\ngoal: b\n', '3:1 Duplicate key.'],
  ['a tab', 'version: 1\nlimits:\n\tsteps: 5\n', '3:1 '],
  ['no YAML', 'version: [1\n', ' '],
  ['what is no text', '\xff\xfe\x00', '1:1 The file is not valid UTF-8 here.'],
  ['a bomb', `version: 1\ngoal: ${'['.repeat(scaled(50_000, 20_000))}`, 'nested more than 24 levels deep'],
  ['a prototype', 'version: 1\n__proto__: {}\n', '2:1 '],
  ['a book', `version: 1\ngoal: ${'x'.repeat(300_000)}\n`, '1:1 The file is larger'],
]

describe('an invalid task file', () => {
  it.each(WRONG)('is refused with line and column: %s', (_, text, said) => {
    const parsed = parseTask(Buffer.from(text, 'latin1'))
    const problems = parsed.ok
      ? ['nothing']
      : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    expect(
      problems.some((problem) => problem.includes(said)),
      problems.join('\n'),
    ).toBe(true)
  })

  it('reports all problems at once', () => {
    const parsed = parseTask(Buffer.from('version: 1\nlimits: { steps: 0, seconds: 0 }\nprobe: {}\n'))
    expect(parsed.ok ? 0 : parsed.problems.length).toBe(3)
  })
})

describe('the published schemas', () => {
  it.each([
    ['docs/task.schema.json', taskJsonSchema()],
    ['docs/protocol.schema.json', protocolJsonSchema()],
  ])('%s matches the schema in use', (file, schema) => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)))
  })
})
