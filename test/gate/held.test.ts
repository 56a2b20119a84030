import { expect, it, onTestFinished } from 'vitest'
import { lockPath, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import { DONE, FAILING, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** Another process holds the lock of the session, so entries go to the spool. */

function hold({ home, stream }: Gate): () => void {
  const ticket = createTicket(ticketsDir(home))
  const lock = tryLock(lockPath(home, stream), ticket)
  let isHeld = true
  const free = (): void => {
    if (!isHeld) return
    isHeld = false
    if (lock !== null) unlock(lock)
    dropTicket(ticket)
  }
  onTestFinished(free)
  return free
}

it('spooled entries still count for the verdict, and are chained once when the lock is free', async () => {
  const on = await gate({ files: { ...PROJECT, ...PASSING } })
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  const free = hold(on)
  const stop = async (): Promise<unknown> => (await on.tell('Stop', { last_assistant_message: DONE })).answer
  await on.prompt('And now?')
  expect(await stop()).toEqual({ systemMessage: 'Bailiff: earned (tests, already passed on these files)' })
  on.write(FAILING)
  for (let i = 1; i <= 3; i++)
    expect(await stop()).toMatchObject({
      decision: 'block',
      systemMessage: expect.stringContaining(`blocked ${i} of 3`),
    })
  expect(await stop()).toMatchObject({ systemMessage: expect.stringContaining('then allowed to end; not earned') })
  free()
  await on.prompt('Thanks.')
  expect(on.bodies('stop.judged').map(({ verdict }) => verdict)).toEqual([
    ...['earned', 'earned', 'blocked', 'blocked', 'blocked', 'capped'],
  ])
  expect((await verifyFiles(on.home)).findings).toEqual([])
})
