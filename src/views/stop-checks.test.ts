import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { self } from '../ledger/stores/lock.ts'
import { checksAtStop, stopChecksPath } from './stop-checks.ts'

const STREAM = 'session/claude-code-s'
const SINCE = '2026-03-01T12:00:00.000Z'
const RUNNING = { checks: ['tests'], since: SINCE, until: SINCE, process: self() }

/** The checks that a file with this text shows, for a stop at this time. */
function shown(text: string, stop = SINCE): string[] | null {
  const dir = tempDir()
  const path = stopChecksPath(dir, STREAM)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return checksAtStop(dir, STREAM, stop)?.checks ?? null
}

it('shows the checks while the process that runs them lives, however long that takes', () => {
  expect(shown(JSON.stringify(RUNNING))).toEqual(['tests'])
})

it('shows nothing once that process is gone, or if its pid belongs to another one now', () => {
  expect(shown(JSON.stringify({ ...RUNNING, process: { ...self(), start: 'before' } }))).toBeNull()
  expect(shown(JSON.stringify({ ...RUNNING, process: null }))).toBeNull()
})

it('believes in a process on another machine only until its time is up', () => {
  const elsewhere = { ...RUNNING, process: { ...self(), place: 'elsewhere' } }
  expect(shown(JSON.stringify(elsewhere))).toBeNull()
  expect(shown(JSON.stringify({ ...elsewhere, until: '9999-01-01T00:00:00.000Z' }))).toEqual(['tests'])
})

it('does not take the checks of an earlier stop for those of a later one', () => {
  expect(shown(JSON.stringify(RUNNING), '2026-03-01T12:00:00.001Z')).toBeNull()
})

it.each(['', '{"checks":', '[]', 'null'])('shows nothing if the file is unreadable: %j', (text) => {
  expect(shown(text)).toBeNull()
  expect(checksAtStop(tempDir(), STREAM, SINCE)).toBeNull()
})
