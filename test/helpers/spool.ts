import { expect } from 'vitest'
import { appendSync } from '../../src/ledger/stores/files/append.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { lockPath } from '../../src/ledger/stores/files/layout.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import type { Said } from './entries.ts'

/** Appends while another holder has the stream's lock, so that everything goes to the spool. */
export function spool(dir: string, stream: string, ...said: readonly Said[]): void {
  const home = openFiles(dir, { lockWaitMs: 1 })
  const lock = tryLock(lockPath(dir, stream), home.ticket)
  if (lock === null) throw new Error('The lock should be free.')
  const drafts = said.map(([kind, body = {}, actor = 'harness' as const]) => ({ kind, body: { ...body }, actor }))
  expect(appendSync(home, stream, drafts)).toMatchObject({ kind: 'spooled' })
  unlock(lock)
  closeHome(home)
}
