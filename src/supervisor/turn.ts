import { relative, resolve } from 'node:path'
import type { SeenCall, SeenValidation, Turn } from '../claims/turn.ts'
import type { Act } from '../dispatch/act.ts'
import type { Json } from '../ledger/kinds.ts'
import { touchesOf } from '../shell/files.ts'
import { pathsOf } from '../shell/paths.ts'
import { readShell } from '../shell/read.ts'
import type { Dispatch } from './event.ts'
import { type Call, type Session, type Step, stepsOf, type Text, type Validation } from './session/state.ts'

/** What is needed to read a session as validators judge it; whoever asks knows hosts and artifacts. */
export type Reader = {
  /** The project's folder, by its real path. */
  root: string
  actOf(dispatch: Dispatch): Act
  /** The end of a recorded text. */
  endOf(text: Text): string
}

/** What a session shows of the turn that goes on. */
export function turnOf(session: Session, reader: Reader): Turn {
  const current = session.turns.at(-1)
  const steps = current?.steps ?? session.before
  const all = stepsOf(session)
  return {
    calls: steps
      .filter((step): step is Call => step.kind === 'call')
      .map((call) => seenCall(call, session.cwd ?? reader.root, reader)),
    validations: validationsIn(steps),
    earlier: validationsIn(all.slice(0, all.length - steps.length)),
  }
}

const validationsIn = (steps: readonly Step[]): SeenValidation[] =>
  steps.filter((step): step is Validation => step.kind === 'validation')

function seenCall(call: Call, cwd: string, { root, actOf, endOf }: Reader): SeenCall {
  const { seq, tool, end, task } = call
  const input = call.ranWith ?? call.input
  const act = actOf({ tool, input: input as Json, call: call.id, command: null })
  return {
    seq,
    tool,
    input,
    command: act.kind === 'shell' ? act.command : null,
    written: [...new Set(writtenBy(act, cwd).map((path) => relative(root, path)))].filter((path) => isWithin(path)),
    end: endingOf(call),
    exit: task?.exit ?? end?.exit ?? null,
    said: end === null || end.said === null ? '' : endOf(end.said),
  }
}

const isWithin = (path: string): boolean => path !== '' && !path.startsWith('../') && path !== '..'

/** The paths that a call names as ones it writes; what a program does besides is not seen. */
function writtenBy(act: Act, cwd: string): string[] {
  switch (act.kind) {
    case 'other':
    case 'code':
      return []
    case 'several':
      return act.acts.flatMap((one) => writtenBy(one, cwd))
    case 'files':
      return act.files.filter(({ how }) => how === 'write').map(({ path }) => resolve(cwd, path))
    case 'shell':
      return writtenIn(act.command, act.directory === null ? cwd : resolve(cwd, act.directory))
  }
}

function writtenIn(command: string, start: string): string[] {
  const reading = readShell(command)
  if (reading.kind !== 'read') return []
  const world = { home: null, start, variables: {} }
  return reading.runs.flatMap((run) =>
    touchesOf(run)
      .flatMap((touch) => (touch.kind === 'write' ? pathsOf(touch.path, run.cwds, world) : []))
      .flatMap(({ text }) => (text === null ? [] : [resolve(start, text)])),
  )
}

/** What was denied, refused or interrupted neither succeeded nor failed: it was not made, or not to its end. */
function endingOf({ denied, end, task }: Call): SeenCall['end'] {
  if (denied !== null || end === null) return null
  if (task !== null && task.exit !== null) return task.exit === 0 ? 'succeeded' : 'failed'
  if (end.status === 'succeeded') return (end.exit ?? 0) === 0 ? 'succeeded' : 'failed'
  return end.status === 'failed' ? 'failed' : null
}
