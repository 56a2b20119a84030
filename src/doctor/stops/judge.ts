import { isObject } from '../../ledger/kinds.ts'
import type { StopHook } from '../facts/stop-hooks.ts'
import { type DoctorFinding, finding, note, type Remark } from '../finding.ts'

/** A hook of another program after a played stop, and its output. */
export type PlayedStop = StopHook & { stdout: string }

/** Finds hooks that would end a turn although our hook blocks it. Pure. */
export const judgeStops = (played: readonly PlayedStop[]): DoctorFinding[] =>
  played
    .filter(({ stdout }) => isEnding(stdout))
    .map(({ path, command }) =>
      finding(
        'BLOCK_OVERRULED',
        `In ${path}, another hook ends every turn, also one that our hook blocks: ${short(command)} answers "continue": false.`,
        `Remove it from ${path}, or have it answer {}.`,
      ),
    )

/** Says that the hooks of others were not tried. */
export const untried = (hooks: readonly StopHook[], stop: string): Remark[] =>
  hooks.map(({ path, command }) =>
    note(
      'STOP_HOOK_UNTRIED',
      `In ${path}, another hook also handles ${stop}. If it answers "continue": false, it overrules our blocks: ${short(command)}.`,
      'To try it, run: bailiff doctor',
    ),
  )

/** True if the answer tells the host to end the turn. */
function isEnding(stdout: string): boolean {
  try {
    const answer: unknown = JSON.parse(stdout)
    return isObject(answer) && answer['continue'] === false
  } catch {
    return false
  }
}

const short = (command: string): string => (command.length > 80 ? `${command.slice(0, 79)}…` : command)
