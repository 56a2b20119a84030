import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../src/ledger/kinds.ts'

/** An event as a real host sent it: the nth of its kind in a scripted case, with the answer that the host honoured. */
export type Captured = { event: string; case: string; n: number; stdin: JsonObject; answer?: JsonObject }

/** The events by host, read once. */
const read = new Map<string, Captured[]>()

function allOf(host: string): Captured[] {
  const lines = (): string[] => readFileSync(`test/fixtures/hooks/${host}.jsonl`, 'utf8').trimEnd().split('\n')
  const all = read.get(host) ?? lines().map((line) => JSON.parse(line) as Captured)
  read.set(host, all)
  return all
}

/** The events captured from a host; see test/fixtures/hooks/README.md. */
export const captured = (host: string): Captured[] => structuredClone(allOf(host))

/** The nth event of a kind in a case. */
export function capturedOne(host: string, event: string, name: string, n = 0): JsonObject {
  const found = allOf(host).find((one) => one.event === event && one.case === name && one.n === n)
  if (found === undefined) throw new Error(`No ${event} of ${name} (${n}) was captured from ${host}.`)
  return structuredClone(found.stdin)
}
