import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ADMIN, STRANGER, setting } from '../../../../test/helpers/admins.ts'
import { verifyClean } from '../../../../test/helpers/holds.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { appendSync } from '../../../ledger/stores/files/append.ts'
import { closeHome, type Home } from '../../../ledger/stores/files/home.ts'
import { headPath, lockPath, segmentPath } from '../../../ledger/stores/files/layout.ts'
import { openFiles } from '../../../ledger/stores/files/open.ts'
import { ledgerId } from '../../../ledger/stores/files/signer.ts'
import { sealedEntries } from '../../../ledger/stores/files/stream-lines.ts'
import { REFUSALS_STREAM } from '../../../session/streams.ts'
import { DEFAULT_PARAMETERS } from '../../parameters.ts'
import type { AdminCommand } from '../command.ts'
import { ADMIN_STREAM, adminDraft } from '../facts.ts'
import { addKey, applyCommand } from './apply.ts'
import { auditAdmin, parametersIn, readAdmin } from './read.ts'
import { MAX_RECORDED, unrecordedRefusals } from './refusals.ts'
import { signCommand } from './sign.ts'

/** A ledger with an administrator, and a clock that tests can move. */
function administered(by = ADMIN) {
  const clock = { ms: Date.parse('2026-01-31T12:00:00.000Z') }
  const home = openFiles(join(tempDir(), 'home'), { now: () => new Date(clock.ms), lockWaitMs: 0 })
  onTestFinished(() => closeHome(home))
  addKey(home, by.publicKey, 'first')
  const sign = (command: AdminCommand, counter: number, key = by): string =>
    JSON.stringify(signCommand({ v: 1, ledger: ledgerId(home), counter, command }, key, home.now().toISOString()))
  const codeOf = (text: string): string => {
    try {
      applyCommand(home, text)
      return 'accepted'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { clock, home, sign, codeOf }
}

const refusalsIn = (home: Home) => [...sealedEntries(home, REFUSALS_STREAM)].map(({ body }) => body)
const THRESHOLD = setting('threshold', 0.35)

describe('a command file', () => {
  it('changes a parameter once, and every further attempt is on record', () => {
    const { home, sign, codeOf } = administered()
    const text = sign(THRESHOLD, 1)
    expect([codeOf(text), codeOf(text)]).toEqual(['accepted', 'COMMAND_REPLAYED'])
    expect(parametersIn(home)).toEqual({ ...DEFAULT_PARAMETERS, threshold: 0.35 })
    expect(refusalsIn(home)).toMatchObject([{ code: 'COMMAND_REPLAYED', command: 'set threshold to 0.35', counter: 1 }])
  })

  it('of one ledger changes nothing in another, even with the same administrator', () => {
    const [one, other] = [administered(), administered()]
    expect(other.codeOf(one.sign(THRESHOLD, 1))).toBe('LEDGER_WRONG')
    expect(parametersIn(other.home)).toBe(DEFAULT_PARAMETERS)
  })

  it('is stale after ten minutes', () => {
    const { clock, sign, codeOf } = administered()
    const text = sign(THRESHOLD, 1)
    clock.ms += 601_000
    expect(codeOf(text)).toBe('COMMAND_STALE')
  })

  it('is not accepted while another process decides, and nothing is spooled', () => {
    const { home, sign, codeOf } = administered()
    const other = openFiles(home.dir)
    onTestFinished(() => closeHome(other))
    const text = sign(THRESHOLD, 1)
    writeFileSync(lockPath(home.dir, ADMIN_STREAM), readFileSync(locked(other), 'utf8'))
    expect(codeOf(text)).toBe('LOCK_TIMEOUT')
    expect(readdirSync(join(home.dir, 'spool'))).toEqual([])
    expect(parametersIn(home)).toBe(DEFAULT_PARAMETERS)
  })

  it('leaves a ledger that verifies', async () => {
    const { home, sign, codeOf } = administered()
    codeOf(sign(THRESHOLD, 1))
    codeOf('junk')
    await verifyClean(home.dir)
  })
})

/** The ticket of an open home, which its locks consist of. */
const locked = ({ ticket }: Home): string => ticket.path

describe('junk', () => {
  it('does not make the ledger grow without bound: more refusals are counted, and the next entry has the counts', () => {
    const { clock, home, codeOf } = administered()
    const size = (): number => statSync(segmentPath(home.dir, REFUSALS_STREAM, 1)).size
    for (let i = 0; i < MAX_RECORDED; i++) codeOf('{'.repeat(20_000))
    const full = size()
    for (let i = 0; i < 30; i++) codeOf('junk')
    expect([size(), full < 20_000]).toEqual([full, true])
    expect(unrecordedRefusals(home)).toEqual({ COMMAND_MALFORMED: 30 })
    clock.ms += 3600_001
    codeOf('junk')
    expect(refusalsIn(home).at(-1)).toMatchObject({ unrecorded: { COMMAND_MALFORMED: 30 } })
    expect(unrecordedRefusals(home)).toEqual({})
  })

  it('does not keep a valid command from being accepted', () => {
    const { home, sign, codeOf } = administered()
    for (let i = 0; i < MAX_RECORDED + 5; i++) codeOf('junk')
    expect(codeOf(sign(THRESHOLD, 1))).toBe('accepted')
    expect(parametersIn(home).threshold).toBe(0.35)
  })

  it('of any kind is recorded or counted, and no parameter changes', () => {
    const { home, sign, codeOf } = administered()
    const valid = sign(THRESHOLD, 1)
    codeOf(valid)
    let sent = 0
    const kinds = fc.constantFrom(
      'junk',
      valid,
      sign(THRESHOLD, 2, STRANGER),
      sign(setting('threshold', 3), 3),
      sign(THRESHOLD, 4).replace('0.35', '0.36'),
    )
    fc.assert(
      fc.property(kinds, (text) => {
        sent++
        expect(codeOf(text)).not.toBe('accepted')
        const counted = Object.values(unrecordedRefusals(home)).reduce((sum, one) => sum + one, 0)
        expect(refusalsIn(home).length + counted).toBe(sent)
        expect(parametersIn(home)).toEqual({ ...DEFAULT_PARAMETERS, threshold: 0.35 })
      }),
      { numRuns: 40 },
    )
  })
})

describe('a first key', () => {
  it('is not replaced by another first key, only by force; then the defaults apply and old commands fail', () => {
    const { home, sign, codeOf } = administered()
    codeOf(sign(THRESHOLD, 1))
    expect(() => addKey(home, STRANGER.publicKey, 'first')).toThrow(
      expect.objectContaining({ code: 'ADMIN_KEY_EXISTS' }),
    )
    const kept = sign(setting('decay', 0.5), 2)
    addKey(home, STRANGER.publicKey, 'forced')
    expect(readAdmin(home).state).toMatchObject({
      key: { id: STRANGER.id, forced: true },
      parameters: DEFAULT_PARAMETERS,
    })
    expect([codeOf(kept), codeOf(sign(THRESHOLD, 1, STRANGER))]).toEqual(['KEY_WRONG', 'accepted'])
  })
})

describe('a record that was altered', () => {
  const ruin = (how: (path: string, home: Home) => void) => {
    const all = administered()
    all.codeOf(all.sign(THRESHOLD, 1))
    how(segmentPath(all.home.dir, ADMIN_STREAM, 1), all.home)
    return all
  }

  it.each<[string, (path: string, home: Home) => void]>([
    ['edited', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"to":0.35', '"to":0.90'))],
    ['cut', (path) => writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(0, 1).join('\n').concat('\n'))],
    ['emptied', (path) => writeFileSync(path, '')],
    ['removed', (path) => rmSync(path)],
    ['removed with its head', (path, { dir }) => [path, headPath(dir, ADMIN_STREAM)].map((one) => rmSync(one))],
    ['replaced by a folder', (path) => [rmSync(path), mkdirSync(path)]],
    ['continued', (path) => appendFileSync(path, 'junk\n')],
    ['without a head', (_, { dir }) => rmSync(headPath(dir, ADMIN_STREAM))],
  ])('%s: the defaults apply, a finding says so, and no command is accepted', (_, how) => {
    const { home, sign, codeOf } = ruin(how)
    expect(parametersIn(home)).toBe(DEFAULT_PARAMETERS)
    expect(auditAdmin(home).finding).toContain(ADMIN_STREAM)
    expect(codeOf(sign(THRESHOLD, 2))).toBe('ADMIN_BROKEN')
    expect(() => addKey(home, STRANGER.publicKey, 'first')).toThrow(expect.objectContaining({ code: 'ADMIN_BROKEN' }))
  })

  it('with the key of the ledger, but not of the administrator: the signature is missed', () => {
    const { home } = ruin((_, home) => {
      const command = signCommand(
        { v: 1, ledger: ledgerId(home), counter: 2, command: setting('threshold', 0.9) },
        STRANGER,
        home.now().toISOString(),
      )
      const body = { command: { ...command, key: ADMIN.id } }
      appendSync(home, ADMIN_STREAM, [adminDraft({ kind: 'admin.accepted', body })])
    })
    expect(parametersIn(home)).toBe(DEFAULT_PARAMETERS)
    expect(readAdmin(home).finding).toBe(
      "Entry 3 of admin/parameters holds a command that the administrator's key did not sign.",
    )
  })

  it('can be left behind with a new key by force', () => {
    const broken = ruin((path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"to":0.35', '"to":0.90')))
    addKey(broken.home, STRANGER.publicKey, 'forced')
    expect(broken.codeOf(broken.sign(THRESHOLD, 1, STRANGER))).toBe('accepted')
    expect(parametersIn(broken.home).threshold).toBe(0.35)
  })
})

it('without an administrator the defaults apply, also if nothing can be read', () => {
  const home = openFiles(join(tempDir(), 'home'))
  onTestFinished(() => closeHome(home))
  expect(readAdmin(home)).toMatchObject({ state: { key: null }, finding: null })
  expect(parametersIn({ ...home, dir: '/proc/1/nothing\0' })).toBe(DEFAULT_PARAMETERS)
})

it('a line that a killed writer left unfinished is not an alteration', () => {
  const { home, sign, codeOf } = administered()
  codeOf(sign(THRESHOLD, 1))
  appendFileSync(segmentPath(home.dir, ADMIN_STREAM, 1), '{"entry":{"actor":')
  expect(parametersIn(home).threshold).toBe(0.35)
  expect(codeOf(sign(setting('decay', 0.5), 2))).toBe('accepted')
  expect(parametersIn(home)).toMatchObject({ threshold: 0.35, decay: 0.5 })
})
