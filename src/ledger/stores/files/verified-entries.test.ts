import { expect, it } from 'vitest'
import type { Entry } from '../../kinds.ts'
import { VerifiedEntries } from './verified-entries.ts'

const entry = { stream: 'a', seq: 1, kind: 'note' } as unknown as Entry
const line = Buffer.from('{"n":1}')

it('finds an entry by its line', () => {
  const verified = new VerifiedEntries()
  verified.add(line, entry)
  expect(verified.find(Buffer.from(line), 'a')).toBe(entry)
})

it('does not find a line that differs in one byte', () => {
  const verified = new VerifiedEntries()
  verified.add(line, entry)
  expect(verified.find(Buffer.from('{"n":2}'), 'a')).toBeNull()
})

it('does not accept a line that was moved from another stream', () => {
  const verified = new VerifiedEntries()
  verified.add(line, entry)
  expect(verified.find(line, 'b')).toBeNull()
})

it('remembers a limited number of entries', () => {
  const verified = new VerifiedEntries()
  for (let n = 0; n < 1000; n++) verified.add(Buffer.from(`${n}`), entry)
  expect(verified.find(Buffer.from('0'), 'a')).toBe(entry)
  expect(verified.find(Buffer.from('999'), 'a')).toBeNull()
})
