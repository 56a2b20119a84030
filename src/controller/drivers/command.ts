import { z } from 'zod'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { readCommand, renderCommand } from '../../policy/command.ts'
import { FOR_AGENT, pickEnvironment } from '../../process/environment.ts'
import type { RunResult } from '../../process/result.ts'
import { run } from '../../process/run.ts'
import { endMarked, type Hunt } from '../../process/survivors.ts'
import type { EffectOutcome } from '../outcome.ts'
import { byProbe, done, notBegun, notDone, unknown } from './applied.ts'
import type { EffectDriver, EffectRequest } from './driver.ts'
import { faultIn } from './fault.ts'

/** A command as a list of words, read from a line or a list. */
export const COMMAND = z
  .union([z.string(), z.array(z.string())], 'must be a command line or a list of words')
  .transform((command, context) => {
    const read = readCommand(command)
    if (read.ok) return read.tokens
    context.addIssue({ code: 'custom', message: read.why })
    return z.NEVER
  })

const VARIABLES = z.record(
  z.string().regex(/^(?!BAILIFF_)[A-Za-z_][A-Za-z0-9_]*$/),
  z.string('must be text').refine((text) => !text.includes('\0'), 'must not contain a NUL character'),
  'must be variables, each a name and a text; names that start with BAILIFF_ are taken',
)

const SETTINGS = z.strictObject({ command: COMMAND, probe: COMMAND.optional(), env: VARIABLES.optional() })

/** Recognises what a command leaves running. The folder is part of it: another controller may have the same plan. */
export const MARK_VARIABLE = 'BAILIFF_EFFECT_MARK'
export const effectMark = ({ idempotency_key, surroundings }: EffectRequest): string =>
  sha256(`${surroundings.cwd}\0${idempotency_key}`)

/** For each of stdout and stderr: the beginning and the end. */
const MAX_OUTPUT_BYTES = 64 << 10

/** The longest time a timer can wait. The caller's signal ends a command sooner. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Ends what earlier attempts left running. */
type EndOrphans = typeof endMarked

/**
 * Runs a command without a shell; the target state is JSON on its standard input. Exit code 0 means done. With any other
 * exit code the command must have changed nothing, or `probe` names a command that tells: it exits with 0 if the target is
 * in its state, with 1 if nothing changed, and with anything else if it cannot tell.
 *
 * The command outlives a supervisor that is killed. So a probe first kills every process with the effect's mark in its
 * environment. A command that starts a lasting process must remove BAILIFF_EFFECT_MARK from its environment. One that
 * hands its work to another program, such as a container runtime, needs a probe that waits for that work.
 */
export const commandDriverWith = (endOrphans: EndOrphans): EffectDriver => ({
  faultOf: ({ settings }) => faultIn(SETTINGS, settings, 'settings'),

  callsOf: ({ settings }) => {
    const { command, probe } = SETTINGS.parse(settings)
    return [command, ...(probe === undefined ? [] : [probe])].map((words) => ({
      kind: 'command',
      command: renderCommand(words),
    }))
  },

  preview: async ({ target_state }) => ({ before: null, after: target_state }),

  apply: async (request, signal) => {
    if (signal.aborted) return notBegun()
    const { command, probe } = SETTINGS.parse(request.settings)
    const ran = await start(command, request, signal)
    const seen = { response: responseOf(ran), output: outputOf(ran) }
    if (ran.ended === 'not-started') return notDone(`${command[0]} could not be started.`, seen)
    if (ran.exit === 0) return done(seen)
    const why = reasonOf(ran)
    const hunt = await endOrphans(markOf(command, request))
    if (hunt === 'running') return unknown(`${why} Processes it started are still running.`, seen)
    if (probe === undefined && ran.exit !== null) return notDone(why, seen)
    // After a stop the caller probes: a command started now would be killed at once.
    if (probe === undefined || signal.aborted) return unknown(why, seen)
    return byProbe(await ask(probe, request, hunt, signal), why, seen)
  },

  probe: async (request, signal) => {
    const { command, probe } = SETTINGS.parse(request.settings)
    return probe === undefined ? 'unknown' : ask(probe, request, await endOrphans(markOf(command, request)), signal)
  },
})

export const commandDriver: EffectDriver = commandDriverWith(endMarked)

const markOf = (argv: readonly string[], request: EffectRequest) => ({
  name: MARK_VARIABLE,
  value: effectMark(request),
  argv,
})

async function ask(
  probe: readonly string[],
  request: EffectRequest,
  hunt: Hunt,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  if (hunt === 'running') return 'unknown'
  const { exit } = await start(probe, request, signal)
  if (exit === 0) return 'done'
  // Processes that cannot be seen may still carry out the effect.
  return exit === 1 && hunt === 'ended' ? 'not-done' : 'unknown'
}

function start([program = '', ...args]: readonly string[], request: EffectRequest, signal: AbortSignal) {
  const { settings, surroundings, effect_ref, idempotency_key, target_state } = request
  return run(program, args, {
    cwd: surroundings.cwd,
    env: {
      ...pickEnvironment(surroundings.env),
      ...SETTINGS.parse(settings).env,
      ...FOR_AGENT,
      BAILIFF_EFFECT_REF: effect_ref,
      BAILIFF_IDEMPOTENCY_KEY: idempotency_key,
      [MARK_VARIABLE]: effectMark(request),
    },
    input: JSON.stringify(target_state),
    timeoutMs: NO_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal,
  })
}

const reasonOf = ({ exit }: RunResult): string =>
  exit === null ? 'The command was killed.' : `The command exited with code ${exit}.`

const responseOf = ({ exit, ended, droppedBytes }: RunResult): JsonObject => ({
  exit,
  ended,
  ...(droppedBytes > 0 ? { dropped_bytes: droppedBytes } : {}),
})

const outputOf = ({ stdout, stderr }: RunResult): { [name: string]: string } => ({
  stdout: stdout.toString('utf8'),
  stderr: stderr.toString('utf8'),
})
