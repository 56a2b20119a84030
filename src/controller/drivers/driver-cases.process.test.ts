import { existsSync, mkdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { done, notDone, unknown } from './applied.ts'
import { commandDriver } from './command.ts'
import type { EffectDriver, EffectRequest } from './driver.ts'
import { type DriverWorld, driverCases } from './driver-cases.ts'
import { fileDriver } from './file.ts'
import { httpDriver } from './http.ts'

let keys = 0
const asked = (cwd: string, settings: JsonObject, target_state: JsonObject): EffectRequest => ({
  effect_ref: 'resource:thing:a',
  target_state,
  idempotency_key: `conformance-${process.pid}-${keys++}`,
  settings,
  surroundings: { cwd, env: process.env },
})

async function fileWorld(): Promise<DriverWorld> {
  const dir = tempDir()
  const path = join(dir, 'a.conf')
  writeFileSync(path, 'old')
  const isDone = async (): Promise<boolean> => statSync(path).isFile() && readFileSync(path, 'utf8') === 'new'
  return {
    driver: fileDriver,
    request: asked(dir, { path }, { content: 'new' }),
    badTargets: [{}, { content: 1 }, { content: 'a', absent: true }, { absent: false }, { content: 'a', mode: 'rw' }],
    isDone,
    count: async () => ((await isDone()) ? 1 : 0),
    breakTarget: async () => {
      rmSync(path)
      mkdirSync(path)
    },
    close: async () => {},
  }
}

/** Resolves when a file exists. */
const appears = (dir: string, name: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(dir, look)
    function look(): void {
      if (!existsSync(join(dir, name))) return
      watcher.close()
      resolve()
    }
    look()
  })

/** Appends a line for each effect. A file named `wait` makes it wait after the effect, `broken` makes it fail. */
async function commandWorld(): Promise<DriverWorld> {
  const dir = tempDir()
  const lines = (): string[] =>
    existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8').trim().split('\n') : []
  const script = '[ ! -e broken ] || exit 1; cat >> log; echo >> log; [ ! -e wait ] || { touch begun; sleep 1000; }'
  return {
    driver: commandDriver,
    request: asked(dir, { command: ['sh', '-c', script], probe: ['test', '-e', 'log'] }, { a: 1 }),
    // Only the command knows which states are good.
    badTargets: [],
    isDone: async () => lines().includes('{"a":1}'),
    count: async () => lines().length,
    breakTarget: async () => writeFileSync(join(dir, 'broken'), ''),
    close: async () => {},
  }
}

/** The same, with commands that wait: only for attempts that are stopped. */
async function waitingWorld(): Promise<DriverWorld> {
  const world = await commandWorld()
  const { cwd } = world.request.surroundings
  writeFileSync(join(cwd, 'wait'), '')
  return { ...world, whenUnderWay: () => appears(cwd, 'begun') }
}

async function httpWorld(): Promise<DriverWorld> {
  let state: string | null = null
  let count = 0
  let isBroken = false
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.writeHead(state === null ? 404 : 200).end(state ?? '')
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    if (isBroken) return response.writeHead(503).end()
    count++
    state = Buffer.concat(parts).toString()
    begin()
    return setImmediate(() => response.writeHead(201).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    driver: httpDriver,
    request: asked('/', { method: 'POST', url, probe: { url } }, { a: 1 }),
    badTargets: [{}],
    isDone: async () => state === '{"a":1}',
    count: async () => count,
    breakTarget: async () => {
      isBroken = true
    },
    whenUnderWay: () => begun,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the file driver', () => {
  for (const { name, run } of driverCases({ make: fileWorld })) it(name, run)
})

describe('the HTTP driver', () => {
  for (const { name, run } of driverCases({ make: httpWorld })) it(name, run)
})

const HALF_WAY = 'an attempt that is stopped half-way tells the truth'
const FAULTS = 'faultOf accepts the request, finds bad target states, and changes nothing'

describe('the command driver', () => {
  for (const { name, run } of driverCases({ make: commandWorld })) it(name, run)
  for (const { name, run } of driverCases({ make: waitingWorld }))
    if (name === HALF_WAY) it(`${name}, after its effect`, run)
})

/** A target in memory, and a driver that keeps every promise. */
function toyWorld(
  lie: (driver: EffectDriver, effect: () => void) => Partial<EffectDriver>,
): () => Promise<DriverWorld> {
  return async () => {
    let count = 0
    let isBroken = false
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const effect = (): void => {
      if (!isBroken) count++
    }
    const honest: EffectDriver = {
      faultOf: ({ target_state }) => ('a' in target_state ? null : 'target_state.a: is missing'),
      callsOf: ({ effect_ref }) => [{ kind: 'other', ref: effect_ref }],
      preview: async ({ target_state }) => ({ before: count, after: target_state }),
      apply: async (_, signal) => {
        if (signal.aborted) return notDone('stopped')
        await Promise.resolve()
        begin()
        await new Promise(setImmediate)
        if (signal.aborted) return notDone('stopped')
        effect()
        return isBroken ? notDone('broken') : done()
      },
      probe: async () => (count > 0 ? 'done' : 'not-done'),
    }
    return {
      driver: { ...honest, ...lie(honest, effect) },
      request: asked('/', {}, { a: 1 }),
      badTargets: [{}],
      isDone: async () => count > 0,
      count: async () => {
        await new Promise(setImmediate)
        await new Promise(setImmediate)
        return count
      },
      breakTarget: async () => {
        isBroken = true
      },
      whenUnderWay: () => begun,
      close: async () => {},
    }
  }
}

/** The names of the cases that a driver fails. */
async function failedBy(make: () => Promise<DriverWorld>): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of driverCases({ make })) await run().catch(() => failed.push(name))
  return failed
}

describe('the suite', () => {
  it('passes a driver that keeps its promises', async () => {
    expect(await failedBy(toyWorld(() => ({})))).toEqual([])
  })

  it('passes a driver that cannot look at its target, if it says so', async () => {
    const blind = toyWorld(() => ({ probe: async () => 'unknown' }))
    expect(await failedBy(blind)).toEqual(['probe says done after the effect'])
    expect(await failedBy(async () => ({ ...(await blind()), isBlind: true }))).toEqual([])
  })

  type Lie = (driver: EffectDriver, effect: () => void) => Partial<EffectDriver>
  it.each<[string, Lie, string]>([
    [
      'reports done and does nothing',
      () => ({ apply: async () => done() }),
      'apply brings the target into its state, once',
    ],
    [
      'does it twice',
      (driver, effect) => ({
        apply: async (request, signal) => {
          if (!signal.aborted) effect()
          return driver.apply(request, signal)
        },
      }),
      'apply brings the target into its state, once',
    ],
    [
      'throws after the effect',
      (driver) => ({
        apply: async (request, signal) => {
          await driver.apply(request, signal)
          throw new Error('lost')
        },
      }),
      'apply brings the target into its state, once',
    ],
    ['forgets in its probe', () => ({ probe: async () => 'not-done' }), 'probe says done after the effect'],
    [
      'guesses in its probe',
      () => ({ probe: async () => 'done' }),
      'probe does not say done before the effect, and changes nothing',
    ],
    [
      'acts in its probe',
      (_, effect) => ({
        probe: async () => {
          effect()
          return 'not-done'
        },
      }),
      'probe does not say done before the effect, and changes nothing',
    ],
    [
      'changes its mind in its probe',
      () => {
        let n = 0
        return { probe: async () => (n++ % 2 === 0 ? 'unknown' : 'not-done') }
      },
      'two probes agree',
    ],
    [
      'acts in its preview',
      (_, effect) => ({
        preview: async () => {
          effect()
          return { before: null, after: null }
        },
      }),
      'preview and callsOf change nothing, and callsOf names every effect',
    ],
    [
      'acts in callsOf',
      (driver, effect) => ({
        callsOf: (request) => {
          effect()
          return driver.callsOf(request)
        },
      }),
      'preview and callsOf change nothing, and callsOf names every effect',
    ],
    [
      'hides its calls',
      () => ({ callsOf: () => [] }),
      'preview and callsOf change nothing, and callsOf names every effect',
    ],
    [
      'reports done on a broken target',
      (driver) => ({
        apply: async (request, signal) => {
          const applied = await driver.apply(request, signal)
          return applied.why === 'broken' ? done() : applied
        },
      }),
      'apply tells the truth about a target that cannot reach its state',
    ],
    [
      'does not look at the signal before it begins',
      (driver) => ({ apply: (request) => driver.apply(request, new AbortController().signal) }),
      'an attempt that is stopped before it begins changes nothing',
    ],
    [
      'reports not-done when it is stopped, and goes on',
      (driver) => ({
        apply: (request, signal) => {
          if (signal.aborted) return driver.apply(request, signal)
          const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          return Promise.race([
            driver.apply(request, new AbortController().signal),
            stopped.then(() => notDone('stopped')),
          ])
        },
      }),
      HALF_WAY,
    ],
    [
      'gives no reason',
      () => ({ apply: async () => ({ ...unknown(''), why: null }) }),
      'results can be recorded, and every outcome but done has a reason',
    ],
    [
      'gives evidence that is not JSON',
      (driver) => ({
        apply: async (request, signal) => ({ ...(await driver.apply(request, signal)), response: { at: Number.NaN } }),
      }),
      'results can be recorded, and every outcome but done has a reason',
    ],
    ['accepts everything', () => ({ faultOf: () => null }), FAULTS],
    ['accepts nothing', () => ({ faultOf: () => 'no' }), FAULTS],
    [
      'acts in faultOf',
      (driver, effect) => ({
        faultOf: (request) => {
          effect()
          return driver.faultOf(request)
        },
      }),
      FAULTS,
    ],
  ])('fails a driver that %s', async (_, lie, name) => expect(await failedBy(toyWorld(lie))).toContain(name))

  it('closes the world of every case, also of those that fail', async () => {
    let open = 0
    const make = async (): Promise<DriverWorld> => {
      open++
      return {
        ...(await toyWorld(() => ({ apply: async () => done() }))()),
        close: async () => {
          open--
        },
      }
    }
    expect((await failedBy(make)).length).toBeGreaterThan(0)
    expect(open).toBe(0)
  })
})
