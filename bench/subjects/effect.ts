import fs, { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { openController, openFileStore } from '../../src/index.ts'
import { LINE_BYTES, tempFolder, wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const EFFECTS = 50

let syncs = 0

/** Counts the syncs of this process. */
function countSyncs(): void {
  for (const name of ['fdatasyncSync', 'fsyncSync'] as const) {
    const original = fs[name]
    fs[name] = (fd) => {
      syncs++
      return original(fd)
    }
  }
  syncBuiltinESMExports()
}

/** Replaces a file atomically and durably, with nothing around it. */
function replace(path: string, bytes: Buffer): void {
  const fd = openSync(`${path}.tmp`, 'wx')
  writeSync(fd, bytes)
  fdatasyncSync(fd)
  closeSync(fd)
  renameSync(`${path}.tmp`, path)
}

const BUNDLE = JSON.stringify({
  body: {
    bundle_id: 'bench',
    agents: [
      { agent_id: 'observe', role: 'observe' },
      { agent_id: 'decide', role: 'decide' },
      {
        agent_id: 'act',
        runtime: { kind: 'builtin.act' },
        contract: {
          outputs: ['resource:file:*'],
          effects: [
            {
              name: 'write a file',
              target: 'resource:file:*',
              idempotency: { type: 'keyed', key_fields: ['idempotency_key'] },
              driver: { kind: 'file', path: '{1}' },
            },
          ],
        },
      },
    ],
    plan: ['observe', 'decide', 'act'].map((name) => ({ step: name, agent_id: name })),
    meta: {
      policy: {
        allow: ['state:env.snapshot', 'artifact:proposed.plan', 'resource:file:*'],
        approve: ['resource:file:*'],
      },
    },
  },
})

/**
 * A cycle that writes fifty files, per file: intent, atomic write and outcome, all durable. The fixed cost of a cycle,
 * measured with an empty plan, is not part of it.
 */
export const effect: Subject = {
  name: 'effect',
  what: 'durable effect: one file',
  baselineWhat: 'the same three syncs: file, folder, one append',
  target: 3,
  by: 'minimum',
  unit: 'µs',
  async open() {
    countSyncs()
    const dir = tempFolder()
    const cwd = join(dir, 'work')
    mkdirSync(cwd)
    const store = openFileStore(join(dir, 'home'))
    const fd = openSync(join(dir, 'raw'), 'a')
    const folder = openSync(dir, 'r')
    const line = Buffer.alloc(LINE_BYTES, 'x')
    let round = 0
    let wanted = 0
    const controller = await openController(store, BUNDLE, {
      cwd,
      agents: {
        observe: { observe: async () => ({ environment: { round: ++round } }) },
        decide: {
          decide: async () => ({
            decisions: Array.from({ length: wanted }, (_, i) => ({
              effect_ref: `resource:file:f${i}`,
              target_state: { content: `round ${round}\n` },
            })),
          }),
        },
      },
    })
    const cycle = async (effects: number) => {
      wanted = effects
      const before = syncs
      const micros = await wallMicros(async () => {
        const { end, why } = await controller.cycle()
        if (end !== 'succeeded') throw new Error(`${end}: ${why}`)
      })
      return { micros, syncs: syncs - before }
    }
    let perEffect = 0
    return {
      baseline: async () =>
        (await wallMicros(() => {
          for (let i = 0; i < EFFECTS; i++) {
            replace(join(dir, `raw-${i}`), line)
            fsyncSync(folder)
            writeSync(fd, line)
            fdatasyncSync(fd)
          }
        })) / EFFECTS,
      subject: async () => {
        const empty = await cycle(0)
        const full = await cycle(EFFECTS)
        perEffect = (full.syncs - empty.syncs) / EFFECTS
        return (full.micros - empty.micros) / EFFECTS
      },
      note: () => `${perEffect.toFixed(2)} syncs per effect`,
      close: async () => {
        await controller.close()
        await store.close()
        closeSync(fd)
        closeSync(folder)
      },
    }
  },
}
