import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { APPROVED, controllerPlace } from '../../../test/helpers/controller-commands.ts'
import { openController } from '../../controller/drivers/controller.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { segmentPath } from '../../ledger/stores/files/layout.ts'

const RUN = ['controller', 'run', 'bundle.yaml']
/** Changes an entry of a stream. */
function alter(home: string, stream: string): void {
  const path = segmentPath(home, stream, 1)
  writeFileSync(path, readFileSync(path, 'utf8').replace('allowed by policy', 'allowed by nobody'))
}

const SHOW = ['controller', 'show', 'drift']

describe('bailiff controller list', () => {
  it('says how to begin', async () => {
    const place = controllerPlace()
    expect(await place.cli(['controller', 'list'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[HOME_EMPTY]'),
    })
    await openFileStore(place.home).close()
    expect((await place.cli(['controller', 'list'])).out).toContain('Run one: bailiff controller run <bundle.yaml>')
  })

  it('shows cycles, the last end, and the process that runs one', async () => {
    const place = controllerPlace(APPROVED)
    await place.cli([...RUN, '--name', 'a-controller-with-a-very-long-name-that-needs-room'])
    await place.cli(RUN)
    const ledger = openFileStore(place.home)
    const held = await openController(ledger, place.read('bundle.yaml'), { cwd: place.dir })
    const { exit, out } = await place.cli(['controller', 'list'])
    expect(exit).toBe(0)
    expect(out).toMatch(/^CONTROLLER +CYCLES +LAST ENTRY +UNKNOWN +STATE$/m)
    expect(out).toMatch(new RegExp(`^drift +1 +\\S+ \\S+ +0 +running, pid ${process.pid}$`, 'm'))
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    const { controllers } = await place.json(['controller', 'list'])
    expect(controllers).toMatchObject([
      { running: null, cycles: 1 },
      { controller: 'drift', running: { life: 'alive' }, unresolved: 0 },
    ])
    await held.close()
    await ledger.close()
  })

  it('lists the others if one was altered, with exit code 2', async () => {
    const place = controllerPlace(APPROVED)
    await place.cli(RUN)
    await place.cli([...RUN, '--name', 'altered'])
    alter(place.home, 'controller/altered')
    const { exit, out, err } = await place.cli(['controller', 'list'])
    expect([exit, out, err]).toEqual([
      2,
      expect.stringMatching(/^drift +1.*succeeded$/m),
      expect.stringContaining('[CHAIN_BROKEN]'),
    ])
    expect(out).toMatch(/^altered .*broken evidence$/m)
  })
})

describe('bailiff controller show', () => {
  it('shows the last cycle or any other, with the changes since the snapshot before', async () => {
    const place = controllerPlace(APPROVED)
    await place.cli(RUN)
    place.write('config/a.conf', 'broken')
    await place.cli(RUN)
    const { exit, out } = await place.cli(SHOW)
    expect(exit).toBe(0)
    expect(
      out
        .replace(/snap-\w+/g, 'snap')
        .replace(/plan-\w+/g, 'plan')
        .replace(/[0-9a-f]{64}/g, 'H')
        .replace(/UTC, .*/, 'UTC'),
    ).toMatch(
      new RegExp(
        [
          'drift, cycle 2: succeeded {2}\\S+ \\S+ UTC',
          'Observed {2}snap, changed since cycle 1:',
          ' {2}\\+ files › a\\.conf › content: "broken"',
          ' {2}\\+ files › a\\.conf › exists: true',
          ' {2}\\+ files › b\\.conf › content: "b = 2\\\\n"',
          ' {2}\\+ files › b\\.conf › exists: true',
          ' {2}\\+ last_report: "plan…"',
          'Decided {3}plan…, 1 effect, by function decide:1',
          ' {2}1 of 2 targets is not in the desired state\\.',
          ' {2}resource:config:a\\.conf',
          ' {4}~ content: "broken" → "a = 1\\\\n"',
          'Guard {5}3 allowed, none denied',
          'Effects {3}1 attempt',
          ' {2}✓ resource:config:a\\.conf {2}done',
          ' {4}\\{"bytes":6,"sha256":"[0-9a-f]+…',
          '✓ Succeeded: 1 effect done\\.',
          'execution_hash H',
          '$',
        ].join('\n'),
      ),
    )
    expect((await place.cli([...SHOW, '--cycle', '1'])).out).toContain('drift, cycle 1: succeeded')
    expect(await place.json([...SHOW, '--cycle', '1'])).toMatchObject({
      ok: true,
      cycle: 1,
      last: 2,
      effects: [{}, {}],
    })
  })

  it('prints each artifact, which verifies', async () => {
    const place = controllerPlace(APPROVED)
    await place.cli(RUN)
    for (const name of ['snapshot', 'plan', 'report']) {
      const { exit, out } = await place.cli([...SHOW, '--artifact', name])
      expect(exit).toBe(0)
      place.write('one.yaml', out)
      expect(await place.cli(['controller', 'verify', 'one.yaml'])).toMatchObject({ exit: 0 })
      place.write('one.json', (await place.cli([...SHOW, '--artifact', name, '--json'])).out)
      expect(await place.cli(['controller', 'verify', 'one.json'])).toMatchObject({ exit: 0 })
    }
    place.write('again.yaml', (await place.cli([...SHOW, '--artifact', 'bundle'])).out)
    expect(await place.cli(['controller', 'lint', 'again.yaml'])).toMatchObject({ exit: 0 })
    expect(await place.cli([...SHOW, '--artifact', 'gap_map'])).toMatchObject({
      exit: 1,
      err: 'bailiff: Cycle 1 of drift has no gap_map. It has: snapshot, plan, report, bundle. [CYCLE_UNKNOWN]\n',
    })
    expect(await place.cli([...SHOW, '--artifact', 'x'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })

  it('takes the start of a name if only one fits', async () => {
    const place = controllerPlace(APPROVED)
    for (const name of ['drift', 'drift-two', 'other']) await place.cli([...RUN, '--name', name])
    const show = (name: string) => place.cli(['controller', 'show', name])
    expect((await show('o')).out).toContain('other, cycle 1')
    expect((await show('controller/other')).out).toContain('other, cycle 1')
    expect((await show('drift')).out).toContain('drift, cycle 1')
    expect(await show('dri')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('2 controllers start with "dri": drift, drift-two.'),
    })
    expect(await show('none')).toMatchObject({ exit: 1, err: expect.stringContaining('[CONTROLLER_UNKNOWN]') })
    expect(await show('')).toMatchObject({ exit: 1, err: expect.stringContaining('[CONTROLLER_UNKNOWN]') })
    expect(await place.cli(['controller', 'show', 'other', '--cycle', '9'])).toMatchObject({
      exit: 1,
      err: 'bailiff: other has no cycle 9. Its last one is 1. [CYCLE_UNKNOWN]\n',
    })
  })

  it('shows nothing of an altered record, with exit code 2', async () => {
    const place = controllerPlace(APPROVED)
    await place.cli(RUN)
    alter(place.home, 'controller/drift')
    expect(await place.cli(SHOW)).toMatchObject({ exit: 2, out: '', err: expect.stringContaining('[CHAIN_BROKEN]') })
  })

  it('escapes what could move the cursor, wherever it comes from', async () => {
    const place = controllerPlace({ desired: { 'a.conf': '\u001b[2Jx\n\u001b]0;y\u0007\nz\n' } })
    place.write('config/\u001b[31mname', 'v')
    for (const { out } of [
      await place.cli(RUN),
      await place.cli(SHOW),
      await place.cli([...SHOW, '--artifact', 'plan'], { columns: 80 }),
    ])
      expect([...out].filter((char) => char < ' ' && char !== '\n')).toEqual([])
  })
})
