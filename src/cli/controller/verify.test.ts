import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { APPROVED, controllerPlace } from '../../../test/helpers/controller-commands.ts'
import { sampled } from '../../../test/helpers/flips.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { artifactPath, segmentPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { readChain } from '../../ledger/stores/files/read.ts'

const RUN = ['controller', 'run', 'bundle.yaml']
const VERIFY = ['controller', 'verify']

async function ran() {
  const place = controllerPlace(APPROVED)
  await place.cli(RUN)
  return place
}

describe('bailiff controller verify <file>', () => {
  it('finds an artifact intact, whatever its layout', async () => {
    const place = await ran()
    const file = 'controller_artifacts/execution_report.yaml'
    expect(await place.cli([...VERIFY, file])).toMatchObject({ exit: 0, out: expect.stringContaining('✓ Intact:') })
    place.write(file, `# a comment\n${place.read(file).replace(/^body:/m, 'body:   ')}\n\n`)
    expect(await place.json([...VERIFY, file])).toMatchObject({ ok: true, type: 'execution_report', findings: [] })
  })

  it('names every value that does not fit, with what was found and what was expected', async () => {
    const place = await ran()
    const file = 'controller_artifacts/proposed_change_plan.yaml'
    place.write(file, place.read(file).replace('a = 1', 'a = 2'))
    const { exit, out } = await place.cli([...VERIFY, file])
    expect(exit).toBe(2)
    for (const name of [
      'envelope.body_hash',
      'body.plan_id',
      'body.decisions.0.idempotency_key',
      'body.decisions.1.idempotency_key',
    ])
      expect(out).toMatch(new RegExp(`^ {2}${name}\\n {4}found {4}\\S+\\n {4}expected \\S+$`, 'm'))
    expect((await place.json([...VERIFY, file])).findings).toHaveLength(4)
  })

  it('finds any changed line', async () => {
    const place = await ran()
    for (const name of readdirSync(join(place.dir, 'controller_artifacts'))) {
      const text = place.read(`controller_artifacts/${name}`)
      for (const [i, line] of sampled([...text.split('\n').entries()])) {
        const changed = line.replace(
          /([0-9a-z])(["']?)$/,
          (_, char: string, quote: string) => `${char === 'x' ? 'y' : 'x'}${quote}`,
        )
        if (changed === line) continue
        place.write('changed.yaml', text.split('\n').with(i, changed).join('\n'))
        expect([line, (await place.cli([...VERIFY, 'changed.yaml'])).exit]).toEqual([line, expect.toBeOneOf([1, 2])])
      }
    }
  })

  it.each([
    ['a: 1\n', 'not an artifact'],
    ['[]', 'not an artifact'],
    ['a: [', 'neither YAML nor JSON'],
    ['', 'not an artifact'],
  ])('says that %j is none, with exit code 1', async (text, why) => {
    const place = controllerPlace()
    place.write('x.yaml', text)
    const { exit, err } = await place.cli([...VERIFY, 'x.yaml'])
    expect([exit, err]).toEqual([1, expect.stringMatching(new RegExp(`${why}.*\\[ARTIFACT_INVALID\\]`))])
  })

  it('needs a file that exists, and no --cycle', async () => {
    const place = await ran()
    expect(await place.cli([...VERIFY, 'none.yaml'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
    expect(await place.cli([...VERIFY, 'bundle.yaml', '--cycle', '1'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })
})

describe('bailiff controller verify <controller>', () => {
  it('audits the stream and replays every cycle', async () => {
    const place = await ran()
    const { exit, out } = await place.cli([...VERIFY, 'drift'])
    expect(exit).toBe(0)
    expect(out).toContain('✓ The record of drift is intact.')
    expect(out).toContain('✓ 1 cycle replayed: every hash, id and verdict is as recorded.')
    expect(await place.json([...VERIFY, 'drift', '--cycle', '1'])).toMatchObject({
      ok: true,
      audit: { ok: true },
      cycles: [{ cycle: 1 }],
    })
    expect(await place.cli([...VERIFY, 'drift', '--cycle', '7'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[CYCLE_UNKNOWN]'),
    })
  })

  it('finds an altered entry', async () => {
    const place = await ran()
    const path = segmentPath(place.home, 'controller/drift', 1)
    writeFileSync(path, readFileSync(path, 'utf8').replace('allowed by policy', 'allowed by nobody'))
    const { exit, out } = await place.cli([...VERIFY, 'drift'])
    expect(exit).toBe(2)
    expect(out).toContain('✗ The record of drift has been altered')
    expect(out).toContain('✗ Not replayed: controller/drift is broken')
    expect(await place.cli(['controller', 'replay', 'drift'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('[CHAIN_BROKEN]'),
    })
  })

  it('finds an altered artifact', async () => {
    const place = await ran()
    const { artifacts } = await place.json(['controller', 'show', 'drift'])
    const path = artifactPath(place.home, artifacts.plan.sha256)
    chmodSync(path, 0o600)
    writeFileSync(path, readFileSync(path, 'utf8').replace('a = 1', 'a = 2'))
    const { exit, out } = await place.cli([...VERIFY, 'drift'])
    expect(exit).toBe(2)
    expect(out).toContain('✗ Differences in 1 of 1 cycle:')
    expect(await place.cli(['controller', 'show', 'drift'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('[ARTIFACT_INVALID]'),
    })
  })
})

describe('bailiff controller replay', () => {
  it('shows the recorded and the replayed hash of each cycle', async () => {
    const place = await ran()
    await place.cli(RUN)
    const { exit, out } = await place.cli(['controller', 'replay', 'drift'])
    expect(exit).toBe(0)
    expect(out).toMatch(/^ {4}1 {2}succeeded {2}([0-9a-f]{12}…) {2}\1 {2}same$/m)
    expect(out).toContain('✓ 2 cycles of drift replayed without a difference.')
    const { cycles } = await place.json(['controller', 'replay', 'drift', '--cycle', '2'])
    expect(cycles).toMatchObject([{ cycle: 2, differences: [] }])
    expect(cycles[0].recorded).toBe(cycles[0].replayed)
  })

  it('decides again on an old snapshot, beside the old plan, and carries out nothing', async () => {
    const place = await ran()
    const { snapshot } = await place.json(['controller', 'show', 'drift'])
    place.bundle({ ...APPROVED, desired: { 'a.conf': 'a = 9\n' } }, 'other.yaml')
    const again = [
      'controller',
      'replay',
      'drift',
      '--from-snapshot',
      snapshot.snapshot_id.slice(0, 12),
      '--bundle',
      'other.yaml',
    ]
    const { exit, out } = await place.cli(again)
    expect(exit).toBe(0)
    expect(out).toContain('~ content: "a = 1\\n" → "a = 9\\n"')
    expect(out).toContain('resource:config:b.conf  no longer changed')
    expect(out).toContain('Nothing was carried out.')
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(place.read('config/a.conf')).toBe('a = 1\n')
    const wide = await place.cli(again, { columns: 140 })
    expect(wide.out).toMatch(/^Before .* {2}Now {7}plan-/m)
    expect(await place.json(again)).toMatchObject({
      ok: true,
      compared: { isSame: false },
      snapshot_id: snapshot.snapshot_id,
    })
    // The record of this stays in order, too.
    expect(await place.cli([...VERIFY, 'drift'])).toMatchObject({ exit: 0 })
    expect((await place.cli(['controller', 'show', 'drift'])).out).toContain('decided again on an old snapshot')
  })

  it.each([
    [['--bundle', 'bundle.yaml']],
    [['--agents', 'x.mjs']],
    [['--from-snapshot', 'snap-1']],
    [['--from-snapshot', 'snap-1', '--bundle', 'bundle.yaml', '--cycle', '1']],
  ])('says what is wrong with %j', async (options) => {
    const place = await ran()
    expect(await place.cli(['controller', 'replay', 'drift', ...options])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })

  it('knows only recorded snapshots', async () => {
    const place = await ran()
    const again = (id: string) =>
      place.cli(['controller', 'replay', 'drift', '--from-snapshot', id, '--bundle', 'bundle.yaml'])
    expect(await again('snap-none')).toMatchObject({ exit: 1, err: expect.stringContaining('[CYCLE_UNKNOWN]') })
    expect(await again('')).toMatchObject({ exit: 1, err: expect.stringContaining('[CYCLE_UNKNOWN]') })
  })
})

describe('an effect that was attempted again', () => {
  async function repeated() {
    const place = await ran()
    const home = openFiles(place.home)
    const stream = 'controller/drift'
    const entries = [...readChain(home, stream)]
    const again = (kind: string, own: JsonObject): number => {
      const { actor, body } = entries.find((one) => one.kind === kind) ?? entries[0] ?? { actor: 'harness', body: {} }
      const appended = appendSync(home, stream, [{ kind, actor, body: { ...(body as JsonObject), ...own } }])
      return appended.kind === 'written' ? (appended.receipts[0]?.seq ?? 0) : 0
    }
    again('effect.intended', { hold: again('controller.taken', { over: null }) })
    closeHome(home)
    return place
  }

  it('is named by the audit, which does not say that anything was altered', async () => {
    const place = await repeated()
    for (const argv of [['verify'], ['verify', '--all'], ['verify', 'controller/drift']]) {
      const { exit, out } = await place.cli(argv)
      expect([argv, exit]).toEqual([argv, 2])
      expect(out).toMatch(/^✗ The (?:ledger|stream) is intact.*, but effects were\s+attempted twice/)
      expect(out).toContain('effect-repeated')
    }
    expect(await place.json(['verify'])).toMatchObject({ ok: false, findings: [{ reason: 'effect-repeated' }] })
  })

  it('is named by an audit of the controller, and by a replay', async () => {
    const place = await repeated()
    for (const argv of [
      [...VERIFY, 'drift'],
      ['controller', 'replay', 'drift'],
    ]) {
      const { exit, out } = await place.cli(argv)
      expect([argv, exit]).toEqual([argv, 2])
      expect(out).toContain('was attempted again')
    }
  })
})
