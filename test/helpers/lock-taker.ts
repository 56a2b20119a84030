/**
 * Takes a lock in its own process: `node lock-taker.mjs '{"tickets","path","how"}'`.
 *
 * how = "hold"   takes it, prints "held", and keeps it until killed
 *       "race"   for each number from 1 to `rounds`, once `<path>.go-<number>` exists: takes it, checks that it is the
 *                only holder, releases it, prints "round <number>"
 *       "loop"   takes and releases it until killed, checking each time that it is the only holder
 *
 * Prints "NOT ALONE" if another living process holds the same lock.
 */
import { existsSync, readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { createTicket, lockWithin, type Ticket, unlock } from '../../src/ledger/stores/lock.ts'

const { tickets, path, how, rounds = 0 } = JSON.parse(process.argv[2] ?? '')
const marker = `${path}.marker`
const me = String(process.pid)
const pause = new Int32Array(new SharedArrayBuffer(4))

const say = (text: string): void => {
  writeSync(1, `${text}\n`)
}

/** Ignores the mark of a process that was killed while it held the lock. */
const isAlive = (pid: string): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

function requireAlone(): void {
  const mark = existsSync(marker) ? readFileSync(marker, 'utf8') : me
  if (mark !== '' && mark !== me && isAlive(mark)) say(`NOT ALONE: ${mark} holds it too`)
}

function takeOnce(ticket: Ticket): void {
  const lock = lockWithin(path, ticket, 120_000)
  if (lock === null) {
    say('gave up')
    return
  }
  requireAlone()
  writeFileSync(marker, me)
  for (let spin = Math.random() * 20_000; spin > 0; spin--);
  if (readFileSync(marker, 'utf8') !== me) say('NOT ALONE: the mark was overwritten')
  unlinkSync(marker)
  unlock(lock)
}

function race(ticket: Ticket): void {
  for (let round = 1; round <= rounds; round++) {
    // All start at the same moment. Processes without an event loop can wait for a file.
    while (!existsSync(`${path}.go-${round}`)) Atomics.wait(pause, 0, 0, 0.2)
    takeOnce(ticket)
    say(`round ${round}.`)
  }
}

const ticket = createTicket(tickets)
say('ready')
if (how === 'hold') {
  say(lockWithin(path, ticket, 0) === null ? 'refused' : 'held')
  setInterval(() => {}, 60_000)
} else if (how === 'race') race(ticket)
else for (;;) takeOnce(ticket)
