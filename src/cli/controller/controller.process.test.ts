import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BAILIFF } from '../../../test/helpers/children.ts'
import { APPROVED, type ControllerPlace, controllerPlace } from '../../../test/helpers/controller-commands.ts'

/** `bailiff controller` as people start it: killed, stopped and started twice. */

/** Writes its target to a log, then waits until a file permits it to go on. */
const SLOW = `echo "$1" >> log
while [ ! -e go ]; do sleep 0.02; done
echo "done $1" >> log
`

function slowPlace(): ControllerPlace {
  const place = controllerPlace({
    ...APPROVED,
    driver: '{ kind: command, command: [sh, slow.sh, "{1}"] }',
  })
  place.write('slow.sh', SLOW)
  return place
}

/** The program, with its whole group: a test that fails leaves nothing running. */
function start(place: ControllerPlace, ...argv: string[]): ChildProcess {
  const child = spawn(process.execPath, [BAILIFF, 'controller', ...argv], {
    cwd: place.dir,
    env: { ...process.env, BAILIFF_HOME: place.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    place.write('go', '')
    child.kill('SIGKILL')
  })
  return child
}

async function ended(child: ChildProcess): Promise<{ exit: number | null; out: string; err: string }> {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.err += chunk
  })
  const [exit] = (await once(child, 'close')) as [number | null]
  return { exit, ...said }
}

const logOf = ({ dir }: ControllerPlace): string =>
  existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8') : ''

const begun = (place: ControllerPlace, text = 'a.conf\n'): Promise<void> =>
  vi.waitFor(() => expect(logOf(place)).toContain(text), { timeout: 60_000 })

describe('a controller that runs', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the effect in hand on %s, says so, and does not begin another',
    async (signal) => {
      const place = slowPlace()
      const child = start(place, 'run', 'bundle.yaml', '--every', '1h')
      const end = ended(child)
      await begun(place)
      const stopping = once(child.stderr as NodeJS.ReadableStream, 'data')
      child.kill(signal)
      expect(String((await stopping)[0])).toBe('Stopping after resource:config:a.conf, which has begun.\n')
      place.write('go', '')
      const { exit, out } = await end
      expect(exit).toBe(0)
      expect(out).toContain('cycle 1  partial  1 effect: resource:config:a.conf')
      expect(logOf(place)).toBe('a.conf\ndone a.conf\n')
      const { running, end: how } = await place.json(['controller', 'show', 'drift'])
      expect([running, how]).toEqual([null, 'partial'])
    },
  )

  it('stops at once while it waits for the next cycle', async () => {
    const place = controllerPlace(APPROVED)
    const child = start(place, 'run', 'bundle.yaml', '--every', '1h')
    const end = ended(child)
    await vi.waitFor(
      async () =>
        expect(await place.json(['controller', 'list'])).toMatchObject({ controllers: [{ end: 'succeeded' }] }),
      {
        timeout: 60_000,
      },
    )
    child.kill('SIGTERM')
    expect(await end).toMatchObject({ exit: 0, err: 'Stopping.\n' })
  })

  it('keeps a second process from running it, and is listed with its process', async () => {
    const place = slowPlace()
    const first = start(place, 'run', 'bundle.yaml')
    const end = ended(first)
    await begun(place)
    const second = await ended(start(place, 'run', 'bundle.yaml'))
    expect(second).toMatchObject({ exit: 3, out: '', err: expect.stringContaining(`(process ${first.pid} on `) })
    expect(second.err).toContain('[CONTROLLER_BUSY]')
    expect((await place.cli(['controller', 'list'])).out).toContain(`running, pid ${first.pid}`)
    expect((await place.cli(['controller', 'show', 'drift'])).out).toContain(`Running: process ${first.pid}.`)
    place.write('go', '')
    expect(await end).toMatchObject({ exit: 0 })
    expect(logOf(place)).toBe('a.conf\ndone a.conf\nb.conf\ndone b.conf\n')
  })

  it('is shown as interrupted after a kill, never repeats the effect blindly, and goes on once a person has said what became of it', async () => {
    const place = slowPlace()
    const child = start(place, 'run', 'bundle.yaml')
    const end = ended(child)
    await begun(place)
    child.kill('SIGKILL')
    await end
    expect((await place.cli(['controller', 'list'])).out).toMatch(/^drift .*interrupted$/m)
    const shown = await place.cli(['controller', 'show', 'drift'])
    expect(shown.out).toContain('? resource:config:a.conf  begun, no outcome recorded')
    expect(shown.out).toContain('Interrupted: the next run finishes this cycle first.')
    const resumed = await place.cli(['controller', 'run', 'bundle.yaml'])
    expect(resumed).toMatchObject({ exit: 2 })
    expect(resumed.out).toContain('resumed after a crash')
    expect(resumed.out).toContain('? resource:config:a.conf  outcome unknown')
    expect(logOf(place).match(/^a\.conf$/gm)).toHaveLength(1)
    const resolve = ['controller', 'resolve', 'resource:config:a.conf', '--as', 'not-done', '--reason', 'x', '--yes']
    expect(await place.cli(resolve)).toMatchObject({ exit: 0 })
    place.write('go', '')
    expect(await place.cli(['controller', 'run', 'bundle.yaml'])).toMatchObject({ exit: 0 })
    expect(await place.cli(['controller', 'verify', 'drift'])).toMatchObject({ exit: 0 })
  })
})
