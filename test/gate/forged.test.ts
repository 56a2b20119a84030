import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepPass } from '../../src/claims/stores/passes.ts'
import { link, prepare } from '../../src/ledger/chain.ts'
import type { Key } from '../../src/ledger/digest.ts'
import { type Draft, type Entry, GENESIS, type JsonObject, type Tail } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { DONE, FAILING, type Gate, gate, linesOf, PASSING, POLICY, PROJECT, putLines } from '../helpers/gate.ts'
import { tempDir } from '../helpers/temp.ts'

/** B11: forged passes. Nothing runs at the end of the turn, so only recorded evidence could support a claim. */

const QUIET = `${POLICY}on_stop: off\n`
const CLAIM = 'All tests pass.'

/** A session in which the check failed on the current content. */
async function failedOnce(policy = QUIET): Promise<{ on: Gate; failed: Entry }> {
  const on = await gate({ policy })
  expect(await validate(on)).toMatchObject({ exit: 2 })
  return { on, failed: lastOf(on, 'validator.failed') }
}

const validate = (on: Gate, session = 's') =>
  on.bailiff(['validate', 'tests_pass', '--with', 'tests', '--session', session])

const lastOf = (on: Gate, kind: string): Entry => {
  const found = on.entries().findLast((entry) => entry.kind === kind)
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

/** The body of a pass, as if the check had passed on the same content. */
const passFrom = ({ body }: Entry, more: JsonObject = {}): Draft => {
  const { code: _, ...rest } = body
  return {
    kind: 'validator.passed',
    actor: 'validator',
    body: { ...rest, grade: 'executed', said: '2 tests.', ...more },
  }
}

const foreignKey = (): Key => {
  const home = openFiles(join(tempDir(), 'other'))
  closeHome(home)
  return home.keyring.current()
}

/** A line that continues these, sealed with the given key. */
const lineAfter = (on: Gate, draft: Draft, key: Key): string =>
  link(prepare(on.stream, draft, new Date().toISOString()), tailOf(linesOf(on)), key).line.trimEnd()

const tailOf = (lines: readonly string[]): Tail => {
  const { entry, hash } = JSON.parse(lines.at(-1) ?? '') as { entry: Entry; hash: string }
  return { seq: entry.seq, hash }
}

const reasons = async ({ home }: Gate): Promise<string[]> =>
  (await verifyFiles(home)).findings.map(({ reason }) => reason)

describe('does not count, and is detected:', () => {
  it('a pass sealed with another key', async () => {
    const { on, failed } = await failedOnce()
    putLines(on, [...linesOf(on), lineAfter(on, passFrom(failed), foreignKey())])
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    expect(await reasons(on)).toContain('forged-pass')
  })

  it('a pass without a seal', async () => {
    const { on, failed } = await failedOnce()
    const line = lineAfter(on, passFrom(failed), foreignKey())
    putLines(on, [
      ...linesOf(on),
      line.replace(/"mac":"[0-9a-f]+"/, `"mac":"${'0'.repeat(64)}"`),
      JSON.stringify(passFrom(failed)),
    ])
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    expect(await reasons(on)).toContain('forged-pass')
  })

  it('a failure that was rewritten as a pass, with its hash', async () => {
    const { on, failed } = await failedOnce()
    const lines = linesOf(on)
    const before = lines.slice(0, failed.seq - 1)
    const forged = link(prepare(on.stream, passFrom(failed), failed.at), tailOf(before), foreignKey()).line.trimEnd()
    putLines(on, [...before, forged])
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    expect(await reasons(on)).toContain('forged-pass')
  })

  it('a pass of another session, put into this one', async () => {
    const on = await gate({ policy: QUIET, files: { ...PROJECT, ...PASSING } })
    await on.tell('SessionStart', { session_id: 'other', source: 'startup' })
    expect(await validate(on, 'other')).toMatchObject({ exit: 0 })
    const stolen = linesOf(on, 'session/claude-code-other').find((line) => line.includes('validator.passed'))
    await on.edit(FAILING)
    putLines(on, [...linesOf(on), stolen ?? ''])
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass NOT_RUN'] })
    expect(await reasons(on)).toContain('spliced')
  })

  it('a pass of this session, inserted again after the failure that followed it', async () => {
    const on = await gate({ policy: QUIET, files: { ...PROJECT, ...PASSING } })
    expect(await validate(on)).toMatchObject({ exit: 0 })
    await on.edit(FAILING)
    expect(await validate(on)).toMatchObject({ exit: 2 })
    const lines = linesOf(on)
    putLines(on, [...lines, lines.find((line) => line.includes('validator.passed')) ?? ''])
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    expect(await reasons(on)).toContain('duplicated')
  })

  it('a pass whose arguments were edited to match the claim', async () => {
    const policy = QUIET.replace(
      'tests_pass: tests',
      'tests_pass: [{ validator: tests, minimum: { required_runs: 3 } }]',
    )
    const on = await gate({ policy, files: { ...PROJECT, ...PASSING } })
    expect(await on.bailiff(['validate', 'done', '--with', 'tests', '--session', 's'])).toMatchObject({ exit: 0 })
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass WEAK'] })
    putLines(
      on,
      linesOf(on).map((line) => line.replace('"required_runs":1', '"required_runs":3')),
    )
    expect(await on.stop(CLAIM)).toMatchObject({
      decision: 'block',
      verdict: 'blocked',
      judged: { failed: 'LEDGER_BROKEN' },
    })
    expect(await reasons(on)).toContain('edited')
  })

  it('a whole stream rewritten without the key', async () => {
    const { on, failed } = await failedOnce()
    const key = foreignKey()
    let tail: Tail = { seq: 0, hash: GENESIS }
    const drafts = on.entries().map((entry) => (entry.seq === failed.seq ? passFrom(entry) : entry))
    const lines = drafts.map(({ kind, actor, body }) => {
      const linked = link(prepare(on.stream, { kind, actor, body }, failed.at), tail, key)
      tail = linked.tail
      return linked.line.trimEnd()
    })
    putLines(on, lines)
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    expect(await reasons(on)).toContain('forged-pass')
  })

  it('an index that names a pass that does not exist', async () => {
    const { on, failed } = await failedOnce()
    const { policy, fingerprint } = failed.body as { policy: string; fingerprint: { after: string } }
    const key = { project: on.project, policy, validator: 'tests', fingerprint: fingerprint.after }
    on.write(PASSING)
    await on.tell('SessionStart', { session_id: 'other', source: 'startup' })
    expect(await validate(on, 'other')).toMatchObject({ exit: 0 })
    on.write(FAILING)
    for (const stream of [on.stream, 'session/claude-code-other', 'admin/streams']) {
      keepPass(on.home, key, stream)
      expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    }
  })

  it('a pass, after the later failure was removed from the chain', async () => {
    const { on, failed } = await passedThenFailed()
    putLines(
      on,
      linesOf(on).filter((_, i) => i + 1 !== failed.seq),
    )
    const first = await on.stop(CLAIM)
    expect(first).toMatchObject({ decision: 'block', judged: { verdict: 'blocked', failed: 'LEDGER_BROKEN' } })
    // The gate cannot judge, and says so; it never calls the turn earned.
    const second = await on.stop(CLAIM)
    expect(second).toMatchObject({ decision: undefined, judged: { verdict: 'unsupervised', failed: 'LEDGER_BROKEN' } })
    expect(second.systemMessage).toContain('UNSUPERVISED LEDGER_BROKEN')
    expect(await reasons(on)).toContain('deleted')
  })

  it('a pass, after the end of the stream with the failure was cut off', async () => {
    const { on, failed } = await passedThenFailed()
    putLines(on, linesOf(on).slice(0, failed.seq - 1))
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', judged: { failed: 'LEDGER_BROKEN' } })
    expect(await reasons(on)).not.toEqual([])
  })

  it('a pass that no validator wrote, or one that is not bound', async () => {
    const { on, failed } = await failedOnce()
    const draft = passFrom(failed)
    const store = openFileStore(on.home)
    await store.append(on.stream, [
      { ...draft, actor: 'agent' },
      { ...draft, actor: 'harness' },
    ])
    await store.append(on.stream, [
      passFrom(failed, { validator: 'lint' }),
      passFrom(failed, { policy: '0'.repeat(64) }),
    ])
    await store.append(on.stream, [passFrom(failed, { fingerprint: { before: 'x', after: 'x' } })])
    await store.close()
    expect(await on.stop(CLAIM)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
  })
})

/** A check that passed and then failed on the same content, because it depends on something else too. */
async function passedThenFailed(): Promise<{ on: Gate; failed: Entry }> {
  const policy = `version: 1
validators: { tests: 'test -e ../flag' }
bindings: { tests_pass: tests }
on_stop: off
`
  const on = await gate({ policy })
  on.write({ '../flag': '' })
  expect(await validate(on)).toMatchObject({ exit: 0 })
  on.write({ '../flag': null })
  expect(await validate(on)).toMatchObject({ exit: 2 })
  return { on, failed: lastOf(on, 'validator.failed') }
}

it('counts if a program of the same user seals it with our own library: that is for tier 2', async () => {
  const { on, failed } = await failedOnce()
  const store = openFileStore(on.home)
  await store.append(on.stream, [passFrom(failed)])
  await store.close()
  expect(await on.stop(CLAIM)).toMatchObject({ decision: undefined, verdict: 'earned' })
  expect(await reasons(on)).toEqual([])
  expect(await on.stop(DONE)).toMatchObject({ decision: undefined, verdict: 'earned' })
})
