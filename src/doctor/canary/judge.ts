import { MESSAGES } from '../../dispatch/messages.ts'
import type { Moments } from '../../hosts/install/hooks.ts'
import type { Entry, JsonObject } from '../../ledger/kinds.ts'
import { isFact } from '../../session/facts.ts'
import { type DoctorFinding, finding } from '../finding.ts'
import type { Marks } from './marks.ts'

/** The facts about a finished canary. */
export type CanaryRecord = {
  title: string
  moments: Moments
  whenSilent: string
  marks: Marks
  /** The program's failure, with its last output; null if it succeeded. */
  failure: string | null
  /** Everything that the model was told; empty if it was never asked. */
  heard: readonly string[]
  /** True if the program says that a hook ended the turn. */
  isEndedByHook: boolean
  /** The recorded session. */
  entries: readonly Entry[]
}

/** Finds hooks that did not fire, and a denial that was not honoured. Pure. */
export function judgeCanary(seen: CanaryRecord): DoctorFinding[] {
  const { title, moments, whenSilent, heard, failure } = seen
  if (heard.length === 0) return [unplayed(seen, failure ?? 'it ended without asking the model')]
  const silent = silentEvents(seen)
  if (silent.length === Object.keys(moments).length)
    return [
      finding(
        'HOOK_SILENT',
        `${title} ran a session but none of our hooks: nothing was recorded, and nothing could be denied.`,
        whenSilent,
      ),
    ]
  const isMade = heard.some((one) => one.includes(seen.marks.harmless.prints))
  return [
    ...silent.filter(([role]) => isMade || role !== 'after').map(([role, event]) => silence(title, role, event)),
    ...(isMade || failure !== null ? [] : [refused(title)]),
    ...denial(seen, silent),
    ...(seen.isEndedByHook ? [overruled(seen)] : []),
    ...(failure === null ? [] : [unplayed(seen, failure)]),
  ]
}

const unplayed = ({ title }: CanaryRecord, why: string): DoctorFinding =>
  finding('HOST_FAILED', `${title} did not finish the canary: ${why}.`, `Start ${title} here yourself.`)

const refused = (title: string): DoctorFinding =>
  finding(
    'HOST_FAILED',
    `${title} did not make the one permitted call (printf): its own permissions or another hook forbid it.`,
    `Allow it in the ${title} settings while this runs, or use --quick.`,
  )

const overruled = ({ title, moments }: CanaryRecord): DoctorFinding =>
  finding(
    'BLOCK_OVERRULED',
    `${title} says that a hook ended the turn, which overrules our blocks. Our own hook never does that.`,
    `Look for other hooks on ${moments.stop} in the settings and in plugins that answer "continue": false.`,
  )

type Role = keyof Moments

/** The events that were not recorded. */
function silentEvents({ moments, marks, entries }: CanaryRecord): [Role, string][] {
  const has = (test: (entry: Entry) => boolean): boolean => entries.some(test)
  const shown: Record<Role, boolean> = {
    start: has(({ kind, body }) => isFact({ kind }, 'session.started') && body['source'] !== 'unannounced'),
    prompt: has(({ kind }) => isFact({ kind }, 'turn.opened')),
    before: has(
      ({ kind, body }) => isFact({ kind }, 'dispatch.proposed') && commandIn(body) === marks.harmless.command,
    ),
    // A call that only the transcript shows was not reported by a hook.
    after: has(
      ({ kind, body }) =>
        isFact({ kind }, 'dispatch.observed') &&
        body['shownBy'] === undefined &&
        commandIn(body) === marks.harmless.command,
    ),
    stop: has(({ kind }) => isFact({ kind }, 'stop.reached')),
  }
  return (Object.keys(shown) as Role[]).filter((role) => !shown[role]).map((role) => [role, moments[role]])
}

const commandIn = ({ input }: JsonObject): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input['command'] : null

const LOST: Record<Role, string> = {
  start: 'session starts are not recorded',
  prompt: 'prompts are not recorded',
  before: 'no tool call can be denied',
  after: 'results of tool calls are not recorded',
  stop: 'the end of a turn is neither recorded nor judged',
}

const silence = (title: string, role: Role, event: string): DoctorFinding =>
  finding(
    'HOOK_SILENT',
    `${title} did not run our hook for ${event}: ${LOST[role]}.`,
    'Run: bailiff init, which rewrites the hooks. If that does not help, look for other entries for this event in the settings.',
  )

/** Checks that the denied call did not run, and that the model got the reason. */
function denial({ title, marks, heard, entries }: CanaryRecord, silent: readonly [Role, string][]): DoctorFinding[] {
  if (silent.some(([role]) => role === 'before')) return []
  const all = heard.join('\n')
  if (all.includes(marks.denied.prints))
    return [
      finding(
        'ANSWER_IGNORED',
        `${title} ran a call that our hook denied: nothing is protected there.`,
        'Look for another hook on the same event that allows or rewrites calls. Then update the program, and run this again.',
      ),
    ]
  const isDenied = entries.some(({ kind }) => isFact({ kind }, 'dispatch.denied'))
  if (!isDenied)
    return [
      finding(
        'HOOK_SILENT',
        `Our hook did not deny a call in ${title} that touches the keys.`,
        'Run: bailiff init, which reinstalls the program that hosts start.',
      ),
    ]
  if (all.includes(JSON.stringify(MESSAGES.PROTECTED_KEYS).slice(1, -1))) return []
  return [
    finding(
      'ANSWER_UNHEARD',
      `${title} did not run the call that our hook denied, and did not tell the model why.`,
      'Update the program, and run this again.',
    ),
  ]
}
