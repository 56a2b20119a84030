import { resolve } from 'node:path'
import type { RunResult } from '../../gate/result.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { readBytes, replaceText, requireReadable, requireReplaceable } from '../input/files.ts'
import { refuseInvalid } from '../policy/policy.ts'
import { endLine } from '../run/lines.ts'
import { colors, json, oneLine } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

export const run: Command = {
  name: 'run',
  summary: 'supervise an agent program until it may stop',
  usage: '<task.yaml> [options] -- <agent command>',
  words: { min: 2, max: Number.POSITIVE_INFINITY, names: '<task.yaml> -- <agent command>' },
  details: `The agent reads and writes one line of JSON per step (see bailiff docs run). The
run ends when the agent earns its termination, the budget is spent, or you press
Ctrl-C.
The ledger records every step: bailiff explain <stream>.
Exit codes: 0 the termination was earned; 2 it was not (exhausted, contradicted,
stopped); 1 the run could not start.`,
  example: 'bailiff run task.yaml --result result.json -- node agent.mjs',
  options: {
    cwd: { value: '<dir>', help: 'the folder for the agent and its actions; default: the current folder' },
    result: { value: '<file>', help: 'write outcome, posture, steps, elapsed time and stream to it, as JSON' },
  },
  async run(args, io) {
    const [file = '', ...command] = args.words
    const path = resolve(io.cwd, file)
    // YAML and the schemas are loaded only here: other commands would start more slowly for nothing.
    const { parseTask } = await import('../../gate/parse.ts')
    const { unearnable } = await import('../../gate/unearnable.ts')
    const { superviseProgram, workspaceOf } = await import('../run/program.ts')
    requireReadable(path, TASK_REMEDY)
    const parsed = parseTask(readBytes(path, TASK_REMEDY))
    if (!parsed.ok) return refuseInvalid('TASK_INVALID', path, parsed.problems, args, io)
    const target = args.get('result')
    if (target !== undefined) requireReplaceable(resolve(io.cwd, target))
    const workspace = workspaceOf(args, io)
    for (const why of unearnable(parsed.task)) io.err(`note: this run cannot succeed: ${why}\n`)
    const result = await superviseProgram(command, parsed.task, workspace, args, io)
    if (target !== undefined) replaceText(resolve(io.cwd, target), json(resultOf(result)))
    if (args.json) io.out(json(resultOf(result)))
    else io.out(ending(result, io))
    return result.outcome === 'earned' ? EXIT.fine : EXIT.broken
  },
}

const TASK_REMEDY = 'Name a task file. "bailiff docs run" says how to write one.'

/** The result for programs. */
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
  const said = words === '' ? '' : fill(`The agent says: ${oneLine(words, 400)}`, '  ')
  return `${endLine(result, colors(io.color))}\n${said}Details: bailiff explain ${result.stream}\n`
}
