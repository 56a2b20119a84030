import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACTORS, isActor, isEntryKind, isHash, isStreamName, isTime, STREAM_KINDS } from './kinds.ts'

describe('kinds.ts', () => {
  it('imports nothing, because the hook loads it on every tool call', () => {
    const source = readFileSync(new URL('kinds.ts', import.meta.url), 'utf8')
    expect(source).not.toMatch(/\bimport\b\s*[({'"*]|\brequire\(|^export .* from /m)
    expect(source).toContain('export const isEntry')
  })
})

describe('stream names', () => {
  it.each([...STREAM_KINDS.map((kind) => `${kind}/a`), 'session/3f2a', 'run/a.b-c_d', 'worker/A_', 'admin/streams'])(
    'accepts %s',
    (name) => expect(isStreamName(name)).toBe(true),
  )

  it('accepts an id of 128 characters and no more', () => {
    expect(isStreamName(`session/${'a'.repeat(128)}`)).toBe(true)
    expect(isStreamName(`session/${'a'.repeat(129)}`)).toBe(false)
  })

  it.each([
    ['an empty name', ''],
    ['a kind alone', 'session'],
    ['an empty id', 'session/'],
    ['an unknown kind', 'sessions/a'],
    ['a kind in capitals', 'Session/a'],
    ['a path that climbs', 'session/../admin'],
    ['two dots', 'session/..'],
    ['a dot', 'session/.'],
    ['a hidden file', 'session/.a'],
    ['a dot at the end, which some systems drop', 'session/a.'],
    ['a dash in front, which looks like an option', 'session/-a'],
    ['a second slash', 'session/a/b'],
    ['a backslash', 'session/a\\b'],
    ['the separator of segment files', 'session/a~2'],
    ['a space', 'session/a b'],
    ['a newline at the end', 'session/a\n'],
    ['a NUL', 'session/a\0'],
    ['a letter outside ASCII', 'session/ä'],
    ['a slash in front', '/session/a'],
    ['a number', 7],
    ['nothing', undefined],
    ['a boxed string', Object('session/a')],
    ['an array that reads like a name', ['session/a']],
  ])('refuses %s', (_, name) => {
    expect(isStreamName(name)).toBe(false)
  })
})

describe('entry kinds', () => {
  it.each(['note', 'tool.called', 'validator.passed', 'a1.b2-c3_d4', 'x'])('accepts %s', (kind) => {
    expect(isEntryKind(kind)).toBe(true)
  })

  it('accepts 64 characters and no more', () => {
    expect(isEntryKind('a'.repeat(64))).toBe(true)
    expect(isEntryKind('a'.repeat(65))).toBe(false)
  })

  it.each(['', 'Tool.called', 'tool..called', '.tool', 'tool.', 'tool called', '1tool', 'tool"', 'tool\n', 7, null])(
    'refuses %j',
    (kind) => {
      expect(isEntryKind(kind)).toBe(false)
    },
  )
})

describe('hashes, times and actors', () => {
  it('accepts 64 lower-case hex digits as a hash and nothing else', () => {
    expect(isHash('0123456789abcdef'.repeat(4))).toBe(true)
    for (const other of ['A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`, 'g'.repeat(64), 7]) {
      expect(isHash(other)).toBe(false)
    }
  })

  it('accepts the time form of toISOString and nothing else', () => {
    expect(isTime(new Date(0).toISOString())).toBe(true)
    for (const other of [
      '1970-01-01',
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:00.000+00:00',
      '1970-01-01 00:00:00.000Z',
      new Date(8.64e15).toISOString(),
      0,
    ]) {
      expect(isTime(other)).toBe(false)
    }
  })

  it('accepts the five actors and nothing else', () => {
    expect(ACTORS.every(isActor)).toBe(true)
    for (const other of ['root', 'Agent', '', null, ['agent'], Object('agent')]) expect(isActor(other)).toBe(false)
  })
})
