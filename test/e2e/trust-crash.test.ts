import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sealedEntries } from '../../src/ledger/stores/files/stream-lines.ts'
import { currentState, readOwn } from '../../src/trust/drivers/snapshot.ts'
import type { Seen, SeenOutcome } from '../../src/trust/learning/seen.ts'
import type { TrustState } from '../../src/trust/state.ts'
import { trustStream } from '../../src/trust/stream.ts'
import { type Ended, type Fault, run } from '../helpers/children.ts'
import { killedEverywhere } from '../helpers/fault-points.ts'
import { verifyClean } from '../helpers/holds.ts'
import { copyHome, withHome } from '../helpers/ledger.ts'
import { unlike } from '../helpers/lessons.ts'
import { folderWith, smallBytes, smallPack } from '../helpers/packs.ts'
import { program } from '../helpers/programs.ts'
import { tempDir } from '../helpers/temp.ts'
import { countOf, seenRefused } from '../helpers/trust-facts.ts'

const PROJECT = '/home/me/project'

const refused = (seq: number, turn: number): SeenOutcome => seenRefused(seq, unlike(seq), { turn })
const fine = (seq: number, command: string): SeenOutcome =>
  seenRefused(seq, command, { turn: 2, outcome: 'fine', score: 0.4 })

/** The first turn teaches two patterns. The second one doubts one of them, teaches a third, and moves the threshold. */
const FIRST: Seen = { count: countOf(1, 50), outcomes: [refused(1, 1), refused(2, 1)] }
const SECOND: Seen = {
  count: countOf(2, 150, ...Array.from({ length: 10 }, () => 0.4)),
  outcomes: [fine(3, unlike(1)), refused(4, 2), fine(5, 'rm -rf dist')],
}

/** Learns from a turn in a process of its own. With the second turn comes a signed command. */
function learnIn(home: string, pack: string, seen: Seen, fault?: Omit<Fault, 'home'>): Promise<Ended> {
  const commands = seen === SECOND ? [{ command: 'c1', since: null }] : []
  const given = { home, program: pack, project: PROJECT, commands, seen }
  return run([program('learn-once'), JSON.stringify(given)], fault && { home, ...fault })
}

/** The lessons, without their order and times. */
const gist = ({ patterns, exemplars, outcomes, threshold, commands, calls }: TrustState): object => ({
  calls,
  threshold,
  commands,
  outcomes: outcomes.map(({ key }) => key),
  weights: Object.values(patterns).map(({ about, weight, before }) => [about, weight, before]),
  exemplars: Object.values(exemplars).map(({ about }) => about),
})

const stateIn = (home: string): Promise<object> => withHome(home, (opened) => gist(currentState(opened, PROJECT)))

const keysIn = (home: string): Promise<string[]> =>
  withHome(home, (opened) =>
    [...sealedEntries(opened, trustStream(PROJECT))]
      .filter(({ kind }) => kind === 'outcome.learnt')
      .map(({ body }) => `${body['seq']} ${body['outcome']}`),
  )

describe('a process that is killed while it learns', () => {
  it('teaches each outcome once, if the next one is told the same again', async () => {
    const pack = folderWith(smallBytes())
    const base = join(tempDir(), 'base')
    expect(await learnIn(base, pack, FIRST)).toMatchObject({ code: 0, stderr: '' })
    const fresh = (): string => copyHome(base, join(tempDir(), 'home'))
    const undisturbed = fresh()
    expect(await learnIn(undisturbed, pack, SECOND)).toMatchObject({ code: 0, stderr: '' })
    const [none, all] = [await stateIn(base), await stateIn(undisturbed)]
    expect(all).toMatchObject({ threshold: 0.4, commands: ['c1'], exemplars: { length: 1 } })
    const asked = ['write ledger/trust/', 'sync ledger/trust/', 'write heads/trust/', 'rename trust/']
    const hits = { kill: [] as string[], half: [] as string[] }
    const play = (home: string, fault: Omit<Fault, 'home'>): Promise<Ended> => learnIn(home, pack, SECOND, fault)
    for await (const { how, home, hit } of killedEverywhere(asked, fresh, play)) {
      hits[how].push(hit)
      // Half a write may leave the first entries of the turn.
      if (how === 'kill') expect([none, all]).toContainEqual(await stateIn(home))
      // A score in between works, with what the last snapshot knows.
      expect([0.3, 0.4]).toContain(await withHome(home, (opened) => readOwn(opened, PROJECT, smallPack()).threshold))
      expect(await learnIn(home, pack, SECOND)).toMatchObject({ code: 0, stderr: '' })
      expect(await stateIn(home)).toEqual(all)
      expect(await keysIn(home)).toEqual(['1 rejection', '2 rejection', '3 fine', '4 rejection', '5 fine'])
      const own = await withHome(home, (opened) => readOwn(opened, PROJECT, smallPack()))
      expect(own).toMatchObject({ threshold: 0.4, library: { size: 4, patterns: 3 } })
      await verifyClean(home)
      rmSync(home, { recursive: true })
    }
    const missed = (of: readonly string[], labels: readonly string[]) =>
      labels.filter((label) => !of.some((hit) => hit.startsWith(label)))
    expect([missed(hits.kill, asked), missed(hits.half, asked.slice(0, 1))]).toEqual([[], []])
  })
})
