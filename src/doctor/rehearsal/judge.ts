import { MESSAGES } from '../../dispatch/messages.ts'
import { isObject } from '../../ledger/kinds.ts'
import { type DoctorFinding, finding } from '../finding.ts'

/** What came of one hook that was run as its host runs it. */
export type Rehearsed = {
  event: string
  denies: boolean
  ended: string
  exit: number | null
  stdout: string
  stderr: string
}

/** Why a hook is not well, or null. */
function troubleOf({ denies, ended, exit, stdout, stderr }: Rehearsed): string | null {
  if (ended !== 'exited')
    return ended === 'timed-out' ? 'it did not answer in time' : `it was ${ended.replace('-', ' ')}`
  if (exit !== 0) return `it ended with ${exit}${stderr === '' ? '' : `: ${lastLine(stderr)}`}`
  if (stderr.includes('bailiff:')) return lastLine(stderr).replace(/^bailiff: /, '')
  // As what a project carries does, where there is nothing for it to start.
  if (stdout === '') return 'it found no Bailiff, neither in $BAILIFF_HOME nor in the default place'
  if (!isAnswer(stdout)) return 'it did not answer with JSON'
  if (denies && !stdout.includes(JSON.stringify(MESSAGES.PROTECTED_KEYS).slice(1, -1)))
    return 'it did not deny a call that touches the keys'
  return null
}

/** Says of hooks that were run what is wrong with them; the same trouble once. Pure. */
export function judgeRehearsal(rehearsed: readonly Rehearsed[], mend: string): DoctorFinding[] {
  const all = new Set(rehearsed.map(({ event }) => event)).size
  const byTrouble = new Map<string, string[]>()
  for (const one of rehearsed) {
    const trouble = troubleOf(one)
    if (trouble !== null) byTrouble.set(trouble, [...(byTrouble.get(trouble) ?? []), one.event])
  }
  return [...byTrouble].map(([trouble, events]) => {
    const failing = [...new Set(events)]
    const which = failing.length === all && all > 1 ? 'every event' : failing.join(', ')
    return finding('HOOK_FAILED', `Run as the host runs it, our hook for ${which} fails: ${trouble}.`, mend)
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
