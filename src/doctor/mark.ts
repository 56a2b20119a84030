import { appendSync } from '../ledger/stores/files/append.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { isBegun } from '../ledger/stores/files/recent.ts'
import { fact } from '../session/facts.ts'
import type { DoctorFinding } from './finding.ts'

/** Marks a session's stream as the doctor's, so that it is not mistaken for real work. */
export function markSession(
  dir: string,
  stream: string,
  by: 'rehearsal' | 'canary',
  findings: readonly DoctorFinding[],
): void {
  if (!isBegun(dir, stream)) return
  const home = openFiles(dir)
  try {
    appendSync(home, stream, [fact('canary.judged', { by, findings: findings.map(({ code }) => code) })])
  } finally {
    closeHome(home)
  }
}
