import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { factOf } from '../../src/controller/facts.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { type Ended, type Fault, run } from './children.ts'
import { program } from './programs.ts'
import { tempDir } from './temp.ts'
import type { Printed } from './ten-cycle.ts'

/** A plan of ten effects on files, commands and a server, and how often each took place. */

const FILES = ['a.conf', 'b.conf', 'c.conf', 'd.conf']
const JOBS = ['j1', 'j2', 'j3']
const ITEMS = ['i1', 'i2', 'i3']

type Decision = { effect_ref: string; target_state: JsonObject }

/** In an order that alternates between the drivers. */
const PLAN: Decision[] = [file(0), job(0), item(0), file(1), job(1), item(1), file(2), job(2), item(2), file(3)]

function file(i: number): Decision {
  return { effect_ref: `resource:file:${FILES[i]}`, target_state: { content: `setting = ${i}\n` } }
}

function job(i: number): Decision {
  return { effect_ref: `resource:job:${JOBS[i]}`, target_state: { number: i } }
}

function item(i: number): Decision {
  return { effect_ref: `resource:item:${ITEMS[i]}`, target_state: { label: `label ${i}` } }
}

export type Service = {
  url: string
  counts: Map<string, number>
  /** Forgets everything. From then on its state is also kept in `root`, so that copies of `root` include it. */
  reset(root?: string): void
  /** Goes on with the state in a copy. */
  restore(root: string): void
}

/** Counts requests and keeps the items, as a service does that does not know idempotency keys. */
export async function startService(): Promise<Service> {
  const counts = new Map<string, number>()
  const items = new Map<string, string>()
  let kept: string | undefined
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const name = request.url ?? ''
      if (request.method === 'PUT') {
        counts.set(name, (counts.get(name) ?? 0) + 1)
        items.set(name, body)
        if (kept !== undefined) writeFileSync(kept, JSON.stringify({ counts: [...counts], items: [...items] }))
      }
      const found = items.get(name)
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(found ?? '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const stateIn = (root: string): string => join(root, 'service.json')
  const reset = (root?: string): void => {
    counts.clear()
    items.clear()
    kept = root && stateIn(root)
  }
  const restore = (root: string): void => {
    reset()
    if (!existsSync(stateIn(root))) return
    const known = JSON.parse(readFileSync(stateIn(root), 'utf8'))
    for (const [name, count] of known.counts) counts.set(name, count)
    for (const [name, body] of known.items) items.set(name, body)
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, reset, restore }
}

export type Probes = 'with-probes' | 'without-probes'

/** Creates the folders of a controller. Without probes, nobody can tell whether an interrupted command took effect. */
export function prepare(url: string, probes: Probes): string {
  const root = tempDir()
  mkdirSync(join(root, 'work/config'), { recursive: true })
  writeFileSync(join(root, 'work/log'), '')
  writeFileSync(join(root, 'work/plan.json'), JSON.stringify(PLAN))
  writeFileSync(join(root, 'work/bundle.yaml'), bundle(url, probes === 'with-probes'))
  return root
}

const bundle = (url: string, hasProbes: boolean): string => `
body:
  bundle_id: ten
  agents:
    - agent_id: ten:observe
      runtime: { kind: builtin.observe, config: { sensors: { files: { kind: file, folder: config } } } }
    - { agent_id: ten:decide, role: decide }
    - agent_id: ten:act
      runtime: { kind: builtin.act }
      contract:
        outputs: ["resource:file:*", "resource:job:*", "resource:item:*"]
        effects:
          - name: write a file
            target: resource:file:*
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: file, path: "config/{1}" }
          - name: run a job
            target: resource:job:*
            idempotency: { type: non-idempotent, key_fields: [idempotency_key] }
            driver:
              kind: command
              command: [sh, -c, 'echo "{1} $BAILIFF_IDEMPOTENCY_KEY" >> log']
              ${hasProbes ? `probe: [grep, -q, "^{1} ", log]` : ''}
          - name: set an item
            target: resource:item:*
            idempotency: { type: non-idempotent, key_fields: [idempotency_key] }
            driver: { kind: http, method: PUT, url: "${url}/{1}", probe: { url: "${url}/{1}" } }
  plan:
    - { step: observe, agent_id: ten:observe }
    - { step: decide, agent_id: ten:decide }
    - { step: act, agent_id: ten:act }
  meta:
    policy:
      allow: [state:env.snapshot, artifact:proposed.plan, "resource:file:*", "resource:job:*", "resource:item:*"]
      approve: ["resource:file:*", "resource:job:*", "resource:item:*"]
`

export const runTen = (root: string, fault?: Omit<Fault, 'home'>): Promise<Ended> =>
  run([program('run-controller'), JSON.stringify({ root })], fault && { ...fault, home: root })

export const printed = ({ stdout }: Ended): Printed => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

/** How often each effect took place. */
export function timesDone(root: string, counts: ReadonlyMap<string, number>): { [ref: string]: number } {
  const lines = readFileSync(join(root, 'work/log'), 'utf8').trim().split('\n')
  return Object.fromEntries([
    ...JOBS.map((name) => [`job ${name}`, lines.filter((line) => line.startsWith(`${name} `)).length]),
    ...ITEMS.map((name) => [`item ${name}`, counts.get(`/${name}`) ?? 0]),
  ])
}

/** The result of `timesDone` if each effect took place once. */
export const ONCE = { 'job j1': 1, 'job j2': 1, 'job j3': 1, 'item i1': 1, 'item i2': 1, 'item i3': 1 }

/** The content of the files that the plan writes. */
export const filesIn = (root: string): string[] =>
  FILES.map((name) => readFileSync(join(root, 'work/config', name), 'utf8'))

export const FILES_DONE: string[] = FILES.map((_, i) => `setting = ${i}\n`)

/** The reports of a controller, in order. */
export async function reportsIn(root: string): Promise<{ execution_hash: string; status: string }[]> {
  const ledger = openFileStore(join(root, 'home'))
  const reports: { execution_hash: string; status: string }[] = []
  for await (const entry of ledger.read('controller/ten')) {
    const fact = factOf(entry)
    if (fact?.kind === 'report.written') reports.push(fact.body)
  }
  await ledger.close()
  return reports
}
