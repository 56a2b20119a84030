import { resolve } from 'node:path'
import type { RunResult } from '../../gate/result.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { readBytes, replaceText, requireReadable, requireReplaceable } from '../input/files.ts'
import { refuseInvalid } from '../policy/policy.ts'
import { endLine } from '../run/lines.ts'
import { colors, json, oneLine } from '../screens/output.ts'

export const run: Command = {
  name: 'run',
  summary: 'supervise an agent program until its termination is earned, its budget spent, or you stop it',
  usage: '<task.yaml> [options] -- <agent command>',
  words: { min: 2, max: Number.POSITIVE_INFINITY, names: '<task.yaml> -- <agent command>' },
  details: `The agent reads a line of JSON and writes one, step by step (docs/run.md). It ends with Ctrl-C at once, and
the ledger has all of it: bailiff explain <stream>.
Exit code 0: the termination was earned; 2: it was not (exhausted, contradicted, stopped); 1: it could not be run.`,
  example: 'bailiff run task.yaml --result result.json -- node agent.mjs',
  options: {
    cwd: { value: '<dir>', help: 'the folder in which the agent and its actions work; default: the current one' },
    result: { value: '<file>', help: 'write outcome, posture, steps, elapsed time and stream there, as JSON' },
  },
  async run(args, io) {
    const [file = '', ...command] = args.words
    const path = resolve(io.cwd, file)
    // YAML and the schemas are loaded here only: every other command would wait for them in vain.
    const { parseTask } = await import('../../gate/parse.ts')
    const { unearnable } = await import('../../gate/unearnable.ts')
    const { superviseProgram, workspaceOf } = await import('../run/program.ts')
    requireReadable(path, TASK_REMEDY)
    const parsed = parseTask(readBytes(path, TASK_REMEDY))
    if (!parsed.ok) return refuseInvalid('TASK_INVALID', path, parsed.problems, args, io)
    const target = args.get('result')
    if (target !== undefined) requireReplaceable(resolve(io.cwd, target))
    const workspace = workspaceOf(args, io)
    for (const why of unearnable(parsed.task)) io.err(`note: this run cannot be earned: ${why}\n`)
    const result = await superviseProgram(command, parsed.task, workspace, args, io)
    if (target !== undefined) replaceText(resolve(io.cwd, target), json(resultOf(result)))
    if (args.json) io.out(json(resultOf(result)))
    else io.out(ending(result, io))
    return result.outcome === 'earned' ? EXIT.fine : EXIT.broken
  },
}

const TASK_REMEDY = 'Name a task file; docs/run.md says how to write one.'

/** What is written for programs. */
const resultOf = ({ stream, outcome, code, posture, steps, elapsedMs, freeText, why }: RunResult): object => ({
  ok: outcome === 'earned',
  outcome,
  code,
  posture,
  steps,
  elapsed_ms: elapsedMs,
  stream,
  free_text: freeText,
  why,
})

const ending = (result: RunResult, io: Io): string => {
  const words = result.freeText?.trim() ?? ''
  const said = words === '' ? '' : `  The agent says: ${oneLine(words, 400)}\n`
  return `${endLine(result, colors(io.color))}\n${said}  bailiff explain ${result.stream}\n`
}
