import { execFileSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaled, seed } from '../../../../test/helpers/scale.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { linesFromEnd } from './lines-from-end.ts'

const CHUNK = 64 << 10
const EVERYTHING = Number.MAX_SAFE_INTEGER

const read = (path: string, maxBytes = EVERYTHING): string[] =>
  [...linesFromEnd(path, maxBytes)].map((line) => line.toString('latin1'))

/** The complete lines of a text, last first. */
const wholeLines = (text: string): string[] => text.split('\n').slice(0, -1).reverse()

const line = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\n', ' ')) },
  fc.integer({ min: -3, max: 3 }).map((off) => 'x'.repeat(CHUNK + off)),
  fc.constant(''),
)

it('yields the complete lines of any file, last first, wherever chunks end', () => {
  const path = join(tempDir(), 'file')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('', 'torn', 'x'.repeat(CHUNK)), (lines, torn) => {
      const text = Buffer.from(lines.map((one) => `${one}\n`).join('') + torn).toString('latin1')
      writeFileSync(path, text, 'latin1')
      expect(read(path)).toEqual(wholeLines(text))
    }),
    { seed: seed(), numRuns: scaled(1000) },
  )
})

it('yields no line that begins before the limit, and every line that begins after it', () => {
  const path = join(tempDir(), 'file')
  const text = 'first\nsecond\nthird\n'
  writeFileSync(path, text)
  for (let maxBytes = 0; maxBytes < text.length; maxBytes++) {
    const within = text.slice(text.length - maxBytes)
    const whole = within.slice(within.indexOf('\n') + 1)
    expect(read(path, maxBytes)).toEqual(within.includes('\n') ? wholeLines(whole) : [])
  }
  expect(read(path, text.length)).toEqual(['third', 'second', 'first'])
})

it('reads no more of 200 megabytes than of two', () => {
  const path = join(tempDir(), 'file')
  for (const length of [2 << 20, 200 << 20]) {
    writeFileSync(path, '')
    truncateSync(path, length)
    writeFileSync(path, '\nlast\n', { flag: 'a' })
    // The zeros before it form one line, which begins before the limit.
    expect(read(path, 1 << 20)).toEqual(['last'])
  }
})

it.each([
  ['nothing there', () => {}],
  ['nothing in it', (path: string) => writeFileSync(path, '')],
  ['no line finished', (path: string) => writeFileSync(path, 'begun')],
  ['a pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
])('yields nothing if there is %s', (_, make) => {
  const path = join(tempDir(), 'file')
  make(path)
  expect(read(path)).toEqual([])
})

it('yields nothing for a path below a file, and throws for a directory', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  mkdirSync(join(dir, 'directory'))
  expect(read(join(dir, 'file', 'below'))).toEqual([])
  expect(() => read(join(dir, 'directory'))).toThrow('EISDIR')
})
