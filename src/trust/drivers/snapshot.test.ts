import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FEW, plainRisk, smallPack, storeOf } from '../../../test/helpers/packs.ts'
import { spool } from '../../../test/helpers/spool.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { rotateKey } from '../../ledger/stores/files/rotate.ts'
import { projectId } from '../../policy/project.ts'
import { type TrustFact, trustDraft } from '../facts.ts'
import { libraryOf } from '../library.ts'
import { decodePack, encodePack, type Pack } from '../pack/format.ts'
import { riskOf } from '../risk.ts'
import { NEW_STATE } from '../state.ts'
import { trustStream } from '../stream.ts'
import { readOwn, refresh } from './snapshot.ts'

const readState = (home: Home, project: string) => readOwn(home, project, smallPack()).state
const readLibrary = (home: Home, project: string, pack: Pack) => readOwn(home, project, pack).library

const PROJECT = '/home/me/project'
const CALL = { tool: 'Bash', input: { command: 'frobnicate --all' }, command: 'frobnicate --all' }

const counted = (turn: number, scored = 5): TrustFact => ({
  kind: 'calls.counted',
  body: { stream: 'session/a', turn, scored, ran: scored, escalated: [] },
})
const pattern = (id: string, weight = 1): TrustFact => ({
  kind: 'pattern.added',
  body: {
    id,
    tool: 'Bash',
    input: { command: `frobnicate --${id}` },
    about: `pattern ${id}`,
    weight,
    category: 'destructive',
  },
})
const exemplar = (id: string): TrustFact => ({
  kind: 'exemplar.added',
  body: { id, tool: 'Bash', input: { command: `frobnicate ${id}` }, about: `exemplar ${id}`, weight: 1 },
})

function ledger(...facts: TrustFact[]): Home {
  const home = openFiles(join(tempDir(), 'home'))
  onTestFinished(() => closeHome(home))
  append(home, ...facts)
  return home
}

function append(home: Home, ...facts: TrustFact[]): void {
  if (facts.length > 0) appendSync(home, trustStream(PROJECT), facts.map(trustDraft))
}

const fileOf = ({ dir }: Home, kind: 'json' | 'bin', project = PROJECT): string =>
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
    const home = ledger(counted(1), pattern('a'), exemplar('b'))
    expect(readState(home, PROJECT)).toEqual(NEW_STATE)
    const state = refresh(home, PROJECT, smallPack())
    expect(state).toMatchObject({ seq: 3, outcomes: 5, patterns: { a: {} }, exemplars: { b: {} } })
    expect(readState(home, PROJECT)).toEqual(state)
    expect(abouts(home)).toEqual(['pattern a', 'exemplar b'])
  })

  it('of a project without a stream is empty', () => {
    const home = ledger()
    expect(refresh(home, PROJECT, smallPack())).toEqual(NEW_STATE)
    expect(readLibrary(home, PROJECT, smallPack())).toBe(null)
  })

  it('takes in only what the stream has gained since', () => {
    const home = ledger(counted(1))
    refresh(home, PROJECT, smallPack())
    append(home, counted(2), pattern('a'))
    expect(readState(home, PROJECT).seq).toBe(1)
    expect(refresh(home, PROJECT, smallPack())).toMatchObject({ seq: 3, outcomes: 10 })
    append(home, { kind: 'pattern.weighed', body: { id: 'a', weight: 0 } })
    refresh(home, PROJECT, smallPack())
    expect(abouts(home)).toEqual([])
  })

  it('is not written again if nothing changed', () => {
    const home = ledger(counted(1), pattern('a'))
    refresh(home, PROJECT, smallPack())
    const before = [statSync(fileOf(home, 'json')).ino, statSync(fileOf(home, 'bin')).ino]
    refresh(home, PROJECT, smallPack())
    expect([statSync(fileOf(home, 'json')).ino, statSync(fileOf(home, 'bin')).ino]).toEqual(before)
  })

  it('can be read by its owner alone', () => {
    const home = ledger(pattern('a'))
    refresh(home, PROJECT, smallPack())
    for (const kind of ['json', 'bin'] as const) expect(statSync(fileOf(home, kind)).mode & 0o777).toBe(0o600)
  })

  it('survives a key rotation', () => {
    const home = ledger(counted(1))
    const state = refresh(home, PROJECT, smallPack())
    rotateKey(home)
    expect(readState(home, PROJECT)).toEqual(state)
  })

  it('does not wait for entries that are still spooled, and takes them in once they are chained', () => {
    const home = ledger(counted(1))
    refresh(home, PROJECT, smallPack())
    append(home, counted(2))
    spool(home.dir, trustStream(PROJECT), ['calls.counted', { ...counted(3).body }])
    expect(refresh(home, PROJECT, smallPack()).outcomes).toBe(10)
    append(home, counted(4))
    expect(refresh(home, PROJECT, smallPack()).outcomes).toBe(20)
  })
})

describe('a snapshot that is not trusted is made again from the stream', () => {
  const made = (home: Home): void => void refresh(home, PROJECT, smallPack())
  const FORGED: JsonObject = { project: PROJECT, state: { ...NEW_STATE, seq: 2, outcomes: 1_000_000 }, compiled: null }

  it.each<[string, (home: Home) => void]>([
    ['missing', (home) => rmSync(fileOf(home, 'json'))],
    ['empty', (home) => writeFileSync(fileOf(home, 'json'), '')],
    [
      'altered',
      (home) => writeFileSync(fileOf(home, 'json'), readFileSync(fileOf(home, 'json'), 'utf8').replace('10', '99')),
    ],
    ['without a seal', (home) => writeFileSync(fileOf(home, 'json'), JSON.stringify(FORGED))],
    [
      'sealed as another kind of record',
      (home) => writeFileSync(fileOf(home, 'json'), sealRecord('policy approval', FORGED, home.keyring.current())),
    ],
    [
      "another project's",
      (home) => {
        const foreign = { ...FORGED, project: '/elsewhere' }
        writeFileSync(fileOf(home, 'json'), sealRecord('trust snapshot', foreign, home.keyring.current()))
      },
    ],
    [
      'a folder',
      (home) => {
        rmSync(fileOf(home, 'json'))
        symlinkSync(home.dir, fileOf(home, 'json'))
      },
    ],
  ])('%s', (_, harm) => {
    const home = ledger(counted(1), counted(2), pattern('a'))
    made(home)
    const state = readState(home, PROJECT)
    harm(home)
    expect(readState(home, PROJECT)).toEqual(NEW_STATE)
    expect(readLibrary(home, PROJECT, smallPack())).toBe(null)
    rmSync(fileOf(home, 'json'), { force: true })
    expect(refresh(home, PROJECT, smallPack())).toEqual(state)
    expect(readState(home, PROJECT)).toEqual(state)
  })

  it('keeps the projects of one ledger apart', () => {
    const home = ledger(pattern('a'))
    made(home)
    const other = '/home/me/other'
    expect(refresh(home, other, smallPack())).toEqual(NEW_STATE)
    writeFileSync(fileOf(home, 'json', other), readFileSync(fileOf(home, 'json')))
    expect(readState(home, other)).toEqual(NEW_STATE)
    expect(readLibrary(home, other, smallPack())).toBe(null)
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
    refresh(home, PROJECT, smallPack())
    const intact = readFileSync(fileOf(home, 'bin'))
    harm(fileOf(home, 'bin'))
    expect(abouts(home)).toEqual(['pattern a', 'exemplar b'])
    refresh(home, PROJECT, smallPack())
    expect(Buffer.compare(readFileSync(fileOf(home, 'bin')), intact)).toBe(0)
  })

  it('for another pack are compiled again, and give the scores of that pack', () => {
    const home = ledger(pattern('a'))
    refresh(home, PROJECT, smallPack())
    const pack = otherPack()
    const score = (): number | null => {
      const own = readLibrary(home, PROJECT, pack)
      return riskOf(CALL, { space: pack.space, libraries: own === null ? [pack.library] : [pack.library, own] }).score
    }
    const before = score()
    refresh(home, PROJECT, pack)
    expect(score()).toBe(before)
    expect(JSON.parse(readFileSync(fileOf(home, 'json'), 'utf8')).record.compiled.pack).toBe(pack.id)
  })

  it('have the same scores as those that were just compiled', () => {
    const home = ledger(pattern('all'), exemplar('b'))
    const pack = smallPack()
    const state = refresh(home, PROJECT, pack)
    const fresh = libraryOf(
      [
        ...Object.values(state.patterns).map((one) => ({ ...one, call: CALL, category: one.category })),
        ...Object.values(state.exemplars).map((one) => ({
          ...one,
          call: { tool: one.tool, input: one.input, command: 'frobnicate b' },
          category: null,
        })),
      ],
      pack.space,
      pack.library,
    )
    const own = readLibrary(home, PROJECT, pack)
    if (own === null) throw new Error('The project has patterns.')
    const { space, libraries } = storeOf(pack)
    expect(plainRisk(riskOf(CALL, { space, libraries: [...libraries, own] }))).toEqual(
      plainRisk(riskOf(CALL, { space, libraries: [...libraries, fresh] })),
    )
  })

  it('are not written if there are none', () => {
    const home = ledger(counted(1), pattern('a', 0))
    refresh(home, PROJECT, smallPack())
    expect(existsSync(fileOf(home, 'bin'))).toBe(false)
  })
})
