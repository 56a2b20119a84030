import { appendSync } from '../ledger/stores/files/append.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { isBegun } from '../ledger/stores/files/recent.ts'
import type { Finding } from './finding.ts'

/** Says in a session's stream that it was the doctor's, so that nobody takes it for work. */
export function markSession(
  dir: string,
  stream: string,
  by: 'rehearsal' | 'canary',
  findings: readonly Finding[],
): void {
  if (!isBegun(dir, stream)) return
  const home = openFiles(dir)
  try {
    const body = { by, findings: findings.map(({ code }) => code) }
    appendSync(home, stream, [{ kind: 'canary.judged', actor: 'harness', body }])
  } finally {
    closeHome(home)
  }
}
