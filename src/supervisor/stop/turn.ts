import { relative, resolve } from 'node:path'
import type { Writer } from '../../claims/changes/writers.ts'
import type { SeenCall, SeenValidation, TurnRecord } from '../../claims/turn.ts'
import type { Act } from '../../dispatch/act.ts'
import type { Json } from '../../ledger/kinds.ts'
import { type Call, type Session, type Step, stepsOf, type Text, type Validation } from '../../session/state.ts'
import { type Effects, effectsOf } from '../../shell/effects.ts'
import type { Tools } from '../tools.ts'

/** Everything needed to read a turn for validators. The caller provides host tools and artifacts. */
export type Reader = {
  /** The project's folder, by its real path. */
  root: string
  tools: Tools
  /** Returns the end of recorded text. */
  endOf(text: Text): string
  /** Returns the whole output of a call, by the number of the entry that reports it. */
  outputOf?(seq: number): string
}

/** Reads the current turn from a session. */
export function turnOf(session: Session, reader: Reader): TurnRecord {
  // The steps before the first prompt count as a turn.
  const turns = [session.before, ...session.turns.map(({ steps }) => steps)]
  const steps = turns.pop() ?? []
  return {
    calls: callsIn(steps, session, reader),
    validations: validationsIn(steps),
    earlier: validationsIn(turns.flat()),
    agents: stepsOf(session).filter((step) => step.kind === 'agent'),
    changes: steps.findLast((step) => step.kind === 'changes') ?? null,
  }
}

/** The calls of all turns. */
export const callsOf = (session: Session, reader: Reader): SeenCall[] =>
  callsIn([...session.before, ...session.turns.flatMap(({ steps }) => steps)], session, reader)

const callsIn = (steps: readonly Step[], { cwd }: Session, reader: Reader): SeenCall[] =>
  steps.filter((step): step is Call => step.kind === 'call').map((call) => seenCall(call, cwd ?? reader.root, reader))

const validationsIn = (steps: readonly Step[]): SeenValidation[] =>
  steps.filter((step): step is Validation => step.kind === 'validation')

function seenCall(call: Call, started: string, { root, tools, endOf, outputOf }: Reader): SeenCall {
  const { seq, tool, end, task } = call
  // An agent may change folders between calls.
  const cwd = call.cwd ?? started
  const input = call.ranWith ?? call.input
  // Lazy: parsing shell code is the slowest step, and most calls' effects are never needed.
  const act = once(() => tools.actOf({ tool, input: input as Json, call: call.id, command: null }))
  const left = once(() => leftBy(act(), tools.isIdle(tool), cwd))
  const ending = endingOf(call)
  const wasMade = mayHaveRun(call, ending)
  return {
    seq,
    tool,
    input,
    get command() {
      return commandOf(act())
    },
    get written() {
      return [...new Set(left().written.map((path) => relative(root, path)))].filter(isWithin)
    },
    get changed() {
      return mayHaveChanged(call, ending, act, left)
    },
    get acted() {
      // Not every host says how a call ended.
      return wasMade && ending !== 'failed' && left().acted
    },
    get committed() {
      return ending === 'succeeded' && left().committed
    },
    get deployed() {
      return ending === 'succeeded' && left().deployed
    },
    get messages() {
      return ending === 'succeeded' && LEAVES_MESSAGES.test(commandOf(act()) ?? '') ? left().messages : []
    },
    get writer() {
      return wasMade || isUnended(call) ? writerOf(left(), call) : null
    },
    get folders() {
      return left().folders
    },
    get reached() {
      return left().reached
    },
    get output() {
      return outputIn(call, outputOf)
    },
    isRunning: end?.status === 'running' && task === null,
    end: ending,
    exit: task?.exit ?? end?.exit ?? null,
    said: end === null || end.said === null ? '' : endOf(end.said),
  }
}

/** False for a denied or refused call. A failed call may still have changed something. */
const mayHaveRun = ({ denied, end }: Call, ending: SeenCall['end']): boolean =>
  denied === null && (ending !== null || end?.status === 'running' || end?.status === 'unknown')

const outputIn = ({ end }: Call, outputOf: Reader['outputOf']): string =>
  end === null || outputOf === undefined ? '' : outputOf(end.seq)

/** True if nobody reported the end of a call. It may have run, so the paths that it names count. */
const isUnended = ({ denied, end }: Call): boolean => denied === null && end === null

/** A shell may have changed files before it failed. */
function mayHaveChanged(call: Call, ending: SeenCall['end'], act: () => Act, left: () => Effects): boolean {
  if (isUnended(call)) return left().written.length > 0
  return mayHaveRun(call, ending) && left().changed && (ending !== 'failed' || act().kind === 'shell')
}

/** The time in which a call ran ends with its task, or not at all if it leaves something running. */
function writerOf({ written, writesMore, isDetached }: Effects, { at, end, task }: Call): Writer {
  const isOpen = isDetached || (end?.status === 'running' && task === null)
  const to = isOpen || end === null ? Number.POSITIVE_INFINITY : Date.parse(task?.at ?? end.at)
  const span = { from: Date.parse(at), to }
  // Of a call whose end nobody reported, only the names are known: it may not have run.
  return { named: written, ran: writesMore && end !== null ? span : null, at: span }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const commandOf = (act: Act): string | null => (act.kind === 'shell' ? act.command : null)

/** Matches the only commands that can contain a commit or pull request message. */
const LEAVES_MESSAGES = /\bcommit\b|\bpr\b/

const isWithin = (path: string): boolean => path !== '' && !path.startsWith('../') && path !== '..'

const NOTHING: Effects = {
  written: [],
  changed: false,
  acted: false,
  committed: false,
  deployed: false,
  messages: [],
  folders: [],
  reached: [],
  writesMore: false,
  isDetached: false,
}

/** The effects of a call, as far as it shows them; `cwd` is the folder that it starts in. */
export function leftBy(act: Act, isIdle: boolean, cwd: string): Effects {
  switch (act.kind) {
    case 'other':
    case 'prompts':
      return { ...NOTHING, changed: !isIdle, acted: !isIdle, writesMore: !isIdle }
    case 'code':
      return { ...NOTHING, changed: true, acted: true, writesMore: true, isDetached: true }
    case 'several': {
      const each = act.acts.map((one) => leftBy(one, isIdle, cwd))
      return {
        written: each.flatMap(({ written }) => written),
        changed: each.some(({ changed }) => changed),
        acted: each.some(({ acted }) => acted),
        committed: each.some(({ committed }) => committed),
        deployed: each.some(({ deployed }) => deployed),
        messages: each.flatMap(({ messages }) => messages),
        folders: each.flatMap(({ folders }) => folders),
        reached: each.flatMap(({ reached }) => reached),
        writesMore: each.some(({ writesMore }) => writesMore),
        isDetached: each.some(({ isDetached }) => isDetached),
      }
    }
    case 'files': {
      const written = act.files.filter(({ how }) => how === 'write').map(({ path }) => resolve(cwd, path))
      return { ...NOTHING, written, changed: written.length > 0, acted: written.length > 0 }
    }
    case 'shell':
      return leftByShell(act.command, act.directory === null ? cwd : resolve(cwd, act.directory))
  }
}

function leftByShell(command: string, start: string): Effects {
  const effects = effectsOf(command, start) ?? {
    ...NOTHING,
    changed: true,
    acted: true,
    folders: [start],
    writesMore: true,
    isDetached: true,
  }
  return { ...effects, written: effects.written.map((path) => resolve(start, path)) }
}

/** Returns null for calls that were denied, refused or interrupted: they never ran, or not to the end. */
function endingOf({ denied, end, task }: Call): SeenCall['end'] {
  if (denied !== null || end === null) return null
  if (task !== null && task.exit !== null) return task.exit === 0 ? 'succeeded' : 'failed'
  if (end.status === 'succeeded') return (end.exit ?? 0) === 0 ? 'succeeded' : 'failed'
  return end.status === 'failed' ? 'failed' : null
}
