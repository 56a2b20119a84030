import { expect, it } from 'vitest'
import { NAMESPACE, noMounts, onOwnDisk } from '../helpers/own-disk.ts'

type Said = { status: number; decision?: string; systemMessage?: string }

it.skipIf(NAMESPACE === undefined)(
  `a full disk blocks a turn once, and never if blocks cannot be counted${noMounts}`,
  async () => {
    const { before, whenFull, uncounted, again } = await onOwnDisk('gate-disk.mjs')
    const all: Said[] = [...before, ...whenFull, ...uncounted, ...again]
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 0))
    const decisions = (some: Said[]): unknown[] => some.map(({ decision }) => decision)
    expect(decisions(before)).toEqual(['block'])
    expect(decisions(whenFull)).toEqual(['block', undefined, undefined])
    expect(decisions(uncounted)).toEqual([undefined, undefined])
    for (const { systemMessage } of [...whenFull.slice(1), ...uncounted])
      expect(systemMessage).toMatch(/UNSUPERVISED [A-Z_]+/)
    expect(decisions(again)).toEqual(['block'])
    expect(again[0].systemMessage).toContain('blocked 1 of 3')
  },
)
