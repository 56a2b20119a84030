import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FEW, plainRisk, rememberedCall, smallPack, storeOf } from '../../../test/helpers/packs.ts'
import { spool } from '../../../test/helpers/spool.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import {
  counted,
  countOf,
  exemplarAdded,
  keptCommand,
  patternAdded,
  taught,
} from '../../../test/helpers/trust-facts.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { headPath, segmentPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { rotateKey } from '../../ledger/stores/files/rotate.ts'
import { projectId } from '../../policy/project.ts'
import { callOf } from '../call.ts'
import { type StoreRecalibrated, type TrustFact, trustDraft } from '../facts.ts'
import { type Library, libraryOf } from '../library.ts'
import { decodePack, encodePack, type Pack } from '../pack/format.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../parameters.ts'
import { riskOf } from '../risk.ts'
import { FOLD_VERSION, NEW_STATE, type TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'
import { currentState, NOTHING_OWN, readOwn, refresh } from './snapshot.ts'

const readLibrary = (home: Home, project: string, pack: Pack) => readOwn(home, project, pack).library

const PROJECT = '/home/me/project'
const CALL = { tool: 'Bash', input: { command: 'frobnicate --all' }, command: 'frobnicate --all' }

/** Each lesson comes from a call of its own. */
let calls = 0
const pattern = (id: string): TrustFact =>
  taught(++calls, patternAdded(keptCommand(id, `frobnicate --${id}`, `pattern ${id}`)))
const exemplar = (id: string): TrustFact =>
  taught(++calls, exemplarAdded(keptCommand(id, `frobnicate ${id}`, `exemplar ${id}`)))
const weighed = (id: string, weight: number): TrustFact => taught(++calls, { kind: 'pattern.weighed', id, weight })

const refreshed = (home: Home, project = PROJECT, pack = smallPack): TrustState =>
  refresh(home, project, pack, DEFAULT_PARAMETERS)

function ledger(...facts: TrustFact[]): Home {
  const home = openFiles(join(tempDir(), 'home'))
  onTestFinished(() => closeHome(home))
  append(home, ...facts)
  return home
}

function append(home: Home, ...facts: TrustFact[]): void {
  if (facts.length > 0) appendSync(home, trustStream(PROJECT), facts.map(trustDraft))
}

const KINDS = ['json', 'state', 'bin'] as const
type Kind = (typeof KINDS)[number]

const fileOf = ({ dir }: Home, kind: Kind, project = PROJECT): string =>
  join(dir, 'trust', `${projectId(project)}.${kind}`)

/** A pack with the same weights as the small one, and fewer patterns. */
function otherPack(): Pack {
  const { space } = smallPack()
  return decodePack(encodePack({ space, library: libraryOf(FEW.slice(3), space), made: {} }))
}

const abouts = (home: Home, pack = smallPack()): string[] => {
  const library = readLibrary(home, PROJECT, pack)
  return library === null ? [] : Array.from({ length: library.size }, (_, i) => library.member(i).about)
}

describe('a snapshot', () => {
  it('is made from the stream, and holds what was learnt and counted', () => {
    const home = ledger(counted(1, 5), pattern('a'), exemplar('b'))
    expect(readOwn(home, PROJECT, smallPack())).toEqual(NOTHING_OWN)
    const state = refreshed(home)
    expect(state).toMatchObject({ seq: 3, calls: 5, patterns: { a: {} }, exemplars: { b: {} } })
    expect(readOwn(home, PROJECT, smallPack())).toMatchObject({ seq: 3, threshold: 0.3, answer: 'flag' })
    expect(currentState(home, PROJECT)).toEqual(state)
    expect(abouts(home)).toEqual(['pattern a', 'exemplar b'])
  })

  it('of a project without a stream is empty, and not written', () => {
    const home = ledger()
    expect(refreshed(home)).toEqual(NEW_STATE)
    expect(readOwn(home, PROJECT, smallPack())).toEqual(NOTHING_OWN)
    expect(KINDS.filter((kind) => existsSync(fileOf(home, kind)))).toEqual([])
  })

  it('has the threshold in force, the answer to high risks and the settings of scores', () => {
    const home = ledger(counted(1, 300), { kind: 'store.recalibrated', body: MOVED })
    refreshed(home)
    expect(readOwn(home, PROJECT, smallPack())).toMatchObject({
      threshold: 0.45,
      answer: 'ask',
      settings: { scorers: 5, mapping: { high: 0.5 } },
    })
  })

  it('follows other parameters at once, even if nothing was learnt', () => {
    const parameters: Parameters = { ...DEFAULT_PARAMETERS, threshold: 0.6, scorers: 3 }
    for (const home of [ledger(), ledger(counted(1, 300), { kind: 'store.recalibrated', body: MOVED })]) {
      refreshed(home)
      refresh(home, PROJECT, smallPack, parameters)
      expect(readOwn(home, PROJECT, smallPack())).toMatchObject({ threshold: 0.6, settings: { scorers: 3 } })
      refreshed(home)
      expect(readOwn(home, PROJECT, smallPack()).settings.scorers).toBe(5)
    }
  })

  it('takes in only what the stream has gained since', () => {
    const home = ledger(counted(1, 5))
    refreshed(home)
    append(home, counted(2, 5), pattern('a'))
    expect(readOwn(home, PROJECT, smallPack()).seq).toBe(1)
    expect(refreshed(home)).toMatchObject({ seq: 3, calls: 10 })
    append(home, weighed('a', 0))
    refreshed(home)
    expect(abouts(home)).toEqual([])
  })

  it('is not written again if nothing changed', () => {
    const home = ledger(counted(1, 5), pattern('a'))
    refreshed(home)
    const inodes = (): number[] => KINDS.map((kind) => statSync(fileOf(home, kind)).ino)
    const before = inodes()
    refreshed(home)
    expect(inodes()).toEqual(before)
  })

  it('loads the pack only if there is something to compile', () => {
    const home = ledger(counted(1, 5))
    const none = (): Pack => {
      throw new Error('The pack was loaded.')
    }
    refresh(home, PROJECT, none, DEFAULT_PARAMETERS)
    expect(readOwn(home, PROJECT, smallPack()).seq).toBe(1)
  })

  it('can be read by its owner alone', () => {
    const home = ledger(pattern('a'))
    refreshed(home)
    for (const kind of KINDS) expect(statSync(fileOf(home, kind)).mode & 0o777).toBe(0o600)
  })

  it('survives a key rotation', () => {
    const home = ledger(counted(1, 5))
    refreshed(home)
    rotateKey(home)
    expect(readOwn(home, PROJECT, smallPack()).seq).toBe(1)
  })

  it('does not wait for entries that are still spooled, and takes them in once they are chained', () => {
    const home = ledger(counted(1, 5))
    refreshed(home)
    append(home, counted(2, 5))
    spool(home.dir, trustStream(PROJECT), ['calls.counted', { ...countOf(3, 5) } as unknown as JsonObject])
    expect(refreshed(home).calls).toBe(10)
    append(home, counted(4, 5))
    expect(refreshed(home).calls).toBe(20)
  })

  it('that is ahead of its stream, because a backup of the stream was restored, is made again', () => {
    const home = ledger(counted(1, 5))
    const files = streamFiles(home).map((path) => [path, readFileSync(path)] as const)
    append(home, pattern('a'), counted(2, 5))
    refreshed(home)
    for (const [path, bytes] of files) writeFileSync(path, bytes)
    expect(currentState(home, PROJECT)).toMatchObject({ seq: 1, calls: 5, patterns: {} })
    expect(refreshed(home).seq).toBe(1)
    expect(abouts(home)).toEqual([])
  })
})

/** The stream and its head. */
const streamFiles = ({ dir }: Home): string[] => [
  segmentPath(dir, trustStream(PROJECT), 1),
  headPath(dir, trustStream(PROJECT)),
]

const MOVED: StoreRecalibrated = {
  calls: 300,
  by: 'calls',
  command: null,
  median: null,
  drift: 'none',
  changes: [{ kind: 'threshold.moved', to: 0.45 }],
}

describe('a snapshot that is not trusted is made again from the stream', () => {
  const FORGED: JsonObject = {
    project: PROJECT,
    fold: FOLD_VERSION,
    seq: 2,
    threshold: 0.9,
    answer: 'flag',
    parameters: {},
    state: '',
    compiled: null,
  }
  const seal = (home: Home, kind: string, record: JsonObject): void =>
    writeFileSync(fileOf(home, 'json'), sealRecord(kind, record, home.keyring.current()))

  it.each<[string, (home: Home) => void]>([
    ['missing', (home) => rmSync(fileOf(home, 'json'))],
    ['empty', (home) => writeFileSync(fileOf(home, 'json'), '')],
    [
      'altered',
      (home) => writeFileSync(fileOf(home, 'json'), readFileSync(fileOf(home, 'json'), 'utf8').replace('0.3', '0.9')),
    ],
    ['without a seal', (home) => writeFileSync(fileOf(home, 'json'), JSON.stringify(FORGED))],
    ['sealed as another kind of record', (home) => seal(home, 'policy approval', FORGED)],
    ["another project's", (home) => seal(home, 'trust snapshot', { ...FORGED, project: '/elsewhere' })],
    ['of another version', (home) => seal(home, 'trust snapshot', { ...FORGED, fold: FOLD_VERSION - 1 })],
    [
      'a folder',
      (home) => {
        rmSync(fileOf(home, 'json'))
        symlinkSync(home.dir, fileOf(home, 'json'))
      },
    ],
  ])('%s', (_, harm) => {
    const home = ledger(counted(1, 5), counted(2, 5), pattern('a'))
    const state = refreshed(home)
    const { library, ...own } = readOwn(home, PROJECT, smallPack())
    expect(library?.size).toBe(1)
    harm(home)
    expect(readOwn(home, PROJECT, smallPack())).toEqual(NOTHING_OWN)
    rmSync(fileOf(home, 'json'), { force: true })
    expect(refreshed(home)).toEqual(state)
    expect(readOwn(home, PROJECT, smallPack())).toMatchObject(own)
  })

  it.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => writeFileSync(path, '')],
    ['altered', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"weight":1', '"weight":0'))],
  ])('if its state is %s; scores stay as they were', (_, harm) => {
    const home = ledger(counted(1, 5), pattern('a'))
    const state = refreshed(home)
    harm(fileOf(home, 'state'))
    expect(abouts(home)).toEqual(['pattern a'])
    expect(currentState(home, PROJECT)).toEqual(state)
    append(home, counted(2, 5))
    expect(refreshed(home)).toMatchObject({ seq: 3, calls: 10, patterns: { a: { weight: 1 } } })
    expect(currentState(home, PROJECT)).toEqual(refreshed(home))
  })

  it('keeps the projects of one ledger apart', () => {
    const home = ledger(pattern('a'))
    refreshed(home)
    const other = '/home/me/other'
    expect(refreshed(home, other)).toEqual(NEW_STATE)
    writeFileSync(fileOf(home, 'json', other), readFileSync(fileOf(home, 'json')))
    expect(readOwn(home, other, smallPack())).toEqual(NOTHING_OWN)
  })
})

describe('compiled patterns', () => {
  it.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => writeFileSync(path, '')],
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
    ['of another project', (path) => writeFileSync(path, encodePack({ ...otherPack(), made: {} }))],
  ])('that are %s are compiled again', (_, harm) => {
    const home = ledger(pattern('a'), exemplar('b'))
    refreshed(home)
    const intact = readFileSync(fileOf(home, 'bin'))
    harm(fileOf(home, 'bin'))
    expect(abouts(home)).toEqual(['pattern a', 'exemplar b'])
    refreshed(home)
    expect(Buffer.compare(readFileSync(fileOf(home, 'bin')), intact)).toBe(0)
  })

  it('for another pack are compiled again, and give the scores of that pack', () => {
    const home = ledger(pattern('a'))
    refreshed(home)
    const pack = otherPack()
    const score = (): number | null => {
      const own = readLibrary(home, PROJECT, pack)
      expect(own?.size).toBe(1)
      return riskOf(CALL, { ...storeOf(pack), own }).score
    }
    const before = score()
    refreshed(home, PROJECT, () => pack)
    expect(score()).toBe(before)
    expect(JSON.parse(readFileSync(fileOf(home, 'json'), 'utf8')).record.compiled.pack).toBe(pack.id)
  })

  it('have the same scores as those that were just compiled', () => {
    const home = ledger(pattern('all'), exemplar('b'))
    const pack = smallPack()
    const state = refreshed(home)
    const fresh = libraryOf(
      [
        ...Object.values(state.patterns).map((one) => rememberedCall(callOf(one), one.about, one.category)),
        ...Object.values(state.exemplars).map((one) => rememberedCall(callOf(one), one.about, null)),
      ],
      pack.space,
    )
    const own = readLibrary(home, PROJECT, pack)
    // Tests give patterns ids of their own.
    const spelt = (library: Library | null): string =>
      JSON.stringify(plainRisk(riskOf(CALL, { ...storeOf(pack), own: library }))).replaceAll(/"id":"[^"]*"/g, '')
    expect(spelt(own)).toBe(spelt(fresh))
    expect(spelt(own)).toContain('pattern all')
  })

  it('are not written if there are none', () => {
    const home = ledger(counted(1, 5), pattern('a'), weighed('a', 0))
    refreshed(home)
    expect(existsSync(fileOf(home, 'bin'))).toBe(false)
  })
})
