import { appendSync } from '../ledger/stores/files/append.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { isBegun } from '../ledger/stores/files/recent.ts'
import { fact } from '../session/facts.ts'
import type { DoctorFinding } from './finding.ts'

/** Says in a session's stream that it was the doctor's, so that nobody takes it for work. */
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
