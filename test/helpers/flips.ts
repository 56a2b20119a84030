import { closeSync, openSync, writeSync } from 'node:fs'
import { LONG, SHARE, seed } from './scale.ts'

/** One byte of a file replaced by another. */
export type Flip = { at: number; byte: number }

export const NEWLINE = 0x0a

/**
 * Changes every byte of a file in three ways: flips one bit, flips all bits, and replaces it with a newline, which cuts a
 * line in two. The long suite tries all of them; other suites a twentieth of the bytes, chosen by the seed, in one way each.
 */
export function flipsOf(bytes: Uint8Array): Flip[] {
  const flips = [...bytes].map((byte, at) =>
    [byte ^ (1 << (at % 8)), byte ^ 0xff, NEWLINE]
      .filter((other) => other !== byte)
      .map((other) => ({ at, byte: other })),
  )
  return LONG ? flips.flat() : sampled(flips).map((ways, i) => ways[i % ways.length] as Flip)
}

/** All of them in the long suite, otherwise one in twenty. */
export const sampled = <T>(all: readonly T[]): T[] => (LONG ? [...all] : drawn(all, SHARE))

/** A share of them, chosen by the seed; always includes the first and the last. */
export function drawn<T>(all: readonly T[], share: number): T[] {
  const random = randomFrom(seed())
  return all.filter((_, i) => i === 0 || i === all.length - 1 || random() < share)
}

/** Random numbers from 0 to 1, reproducible by seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Overwrites one byte of a file in place. */
export function poke(path: string, { at, byte }: Flip): void {
  const fd = openSync(path, 'r+')
  try {
    writeSync(fd, Uint8Array.of(byte), 0, 1, at)
  } finally {
    closeSync(fd)
  }
}
