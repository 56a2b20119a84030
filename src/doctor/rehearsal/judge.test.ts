import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../dispatch/messages.ts'
import { judgeRehearsal, type Rehearsed } from './judge.ts'

const rehearsed = (more: Partial<Rehearsed> = {}): Rehearsed => ({
  event: 'Stop',
  denies: false,
  ended: 'exited',
  exit: 0,
  stdout: '{}\n',
  stderr: '',
  ...more,
})

const said = (...all: Rehearsed[]): string[] => judgeRehearsal(all, 'Run: bailiff init').map(({ what }) => what)

describe('a hook that is run as its host runs it', () => {
  it('is sound if it answers and denies what it must', () => {
    const denial = JSON.stringify({ reason: MESSAGES.PROTECTED_KEYS })
    expect(said(rehearsed(), rehearsed({ denies: true, stdout: denial }))).toEqual([])
  })

  it.each<[Partial<Rehearsed>, string]>([
    [
      { exit: 127, stderr: 'sh: 1: bailiff-hook: not found\n' },
      'it exited with code 127: sh: 1: bailiff-hook: not found',
    ],
    [{ ended: 'timed-out', exit: null }, 'it did not answer within the time limit'],
    [{ ended: 'killed', exit: null }, 'it was killed'],
    [{ stdout: 'hello' }, 'it did not answer with JSON'],
    [{ stdout: '' }, 'it found Bailiff neither in'],
    [{ stderr: 'bailiff: not recorded: No space left. [DISK_FULL]\n' }, 'not recorded: No space left. [DISK_FULL]'],
    [{ denies: true }, 'it did not deny a call that touches the keys'],
  ])('is reported with %j', (more, what) => {
    expect(said(rehearsed(more))).toEqual([expect.stringContaining(what)])
  })

  it('is reported once if several fail in the same way', () => {
    const alike = ['Stop', 'SessionStart'].map((event) => rehearsed({ event, exit: 1 }))
    expect(said(...alike)).toEqual([
      expect.stringContaining('for every event fails when run as the host runs it: it exited with code 1'),
    ])
    expect(said(...alike, rehearsed({ event: 'SessionEnd' }))).toEqual([
      expect.stringContaining('for Stop, SessionStart fails when run as the host runs it: it exited with code 1'),
    ])
  })
})
