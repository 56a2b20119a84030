import { MESSAGES } from '../../dispatch/messages.ts'
import { isObject } from '../../ledger/kinds.ts'
import { type DoctorFinding, finding } from '../finding.ts'

/** The result of running one hook as its host runs it. */
export type Rehearsed = {
  event: string
  denies: boolean
  ended: string
  exit: number | null
  stdout: string
  stderr: string
}

/** Returns the reason why a hook failed, or null. */
function troubleOf({ denies, ended, exit, stdout, stderr }: Rehearsed): string | null {
  if (ended !== 'exited')
    return ended === 'timed-out' ? 'it did not answer within the time limit' : `it was ${ended.replace('-', ' ')}`
  if (exit !== 0) return `it exited with code ${exit}${stderr === '' ? '' : `: ${lastLine(stderr)}`}`
  if (stderr.includes('bailiff:')) return lastLine(stderr).replace(/^bailiff: /, '')
  // A hook shared through the project prints nothing if Bailiff is not installed.
  if (stdout === '') return 'it found Bailiff neither in $BAILIFF_HOME nor in the default location'
  if (!isAnswer(stdout)) return 'it did not answer with JSON'
  if (denies && !stdout.includes(JSON.stringify(MESSAGES.PROTECTED_KEYS).slice(1, -1)))
    return 'it did not deny a call that touches the keys'
  return null
}

/** Judges the hooks that were run. The same problem with several events is one finding. Pure. */
export function judgeRehearsal(rehearsed: readonly Rehearsed[], fix: string): DoctorFinding[] {
  const all = new Set(rehearsed.map(({ event }) => event)).size
  const byTrouble = new Map<string, string[]>()
  for (const one of rehearsed) {
    const trouble = troubleOf(one)
    if (trouble !== null) byTrouble.set(trouble, [...(byTrouble.get(trouble) ?? []), one.event])
  }
  return [...byTrouble].map(([trouble, events]) => {
    const failing = [...new Set(events)]
    const which = failing.length === all && all > 1 ? 'every event' : failing.join(', ')
    return finding('HOOK_FAILED', `Our hook for ${which} fails when run as the host runs it: ${trouble}.`, fix)
  })
}

const lastLine = (text: string): string => (text.trim().split('\n').at(-1) ?? '').slice(0, 300).replace(/\.$/, '')

function isAnswer(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}
