import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Entry, isObject, type JsonObject, OWN_KINDS } from '../../src/ledger/kinds.ts'
import { collect } from '../helpers/collect.ts'

/** The record of a session: the entries of its streams, what its project learnt, and the findings of the audit. */
export type Ledger = { streams: Record<string, Entry[]>; learnt: Entry[]; findings: unknown[] }

/** Reads and audits a ledger with the built package, as a user would. */
export async function readLedger(dir: string): Promise<Ledger> {
  const library = pathToFileURL(resolve('dist/index.js')).href
  const { openFileStore, verifyFiles } = (await import(library)) as typeof import('../../src/index.ts')
  const { findings } = await verifyFiles(dir)
  const store = openFileStore(dir)
  try {
    const all = await store.list()
    const entriesOf = async (kind: string) =>
      Promise.all(
        all
          .filter((name) => name.startsWith(kind))
          .map(async (name) => [name, (await collect(store.read(name))).filter(isOthers)] as const),
      )
    const learnt = (await entriesOf('trust/')).flatMap(([, entries]) => entries)
    return { streams: Object.fromEntries(await entriesOf('session/')), learnt, findings }
  } finally {
    await store.close()
  }
}

/** The ledger's own entries have their own tests. */
const isOthers = ({ kind }: Entry): boolean => !(OWN_KINDS as readonly string[]).includes(kind)

/** An entry as one line of an expectation: its kind, and what matters in it. */
export function line({ kind, body }: Entry): string {
  return [kind, ...details(kind, body)].join(' ')
}

function details(kind: string, body: JsonObject): unknown[] {
  switch (kind) {
    case 'session.started':
      return [body['source']]
    case 'session.ended':
      return [body['reason']]
    case 'policy.ruling':
      return [body['why']]
    case 'session.linked':
      return [body['host']]
    case 'turn.opened':
      return [quote(body['prompt'])]
    case 'blindspot.noted':
      return [body['code'], body['detail']]
    case 'notice.received':
      return [body['origin'], ...taskOf(body['task'])]
    case 'dispatch.proposed':
    case 'dispatch.unseen':
      return [body['tool'], quote(subject(body['input']))]
    case 'dispatch.observed':
      return [body['tool'], quote(subject(body['input'])), body['status'], ...exitOf(body['exit']), ...shown(body)]
    case 'dispatch.denied':
      return [body['code']]
    case 'dispatch.flagged':
      return [body['answer'], ...(body['unasked'] === true ? ['unasked'] : []), ...codesIn(body['findings'])]
    case 'agent.started':
      return [body['type']]
    case 'stop.reached':
      return [quote(body['message']), ...running(body['background'])]
    case 'turn.changed':
      return [...(body['paths'] as string[])]
    case 'host.event':
      return [body['event']]
    default:
      return []
  }
}

const codesIn = (findings: unknown): unknown[] =>
  Array.isArray(findings)
    ? findings.map((one) => (isObject(one) ? one['code'] : null)).filter((code) => code !== 'RISK_HIGH')
    : []

const quote = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value))

/** The part of a notice about a task that has ended. */
const taskOf = (task: unknown): unknown[] => (isObject(task) ? [task['status'], ...exitOf(task['exit'])] : [])

const running = (tasks: unknown): string[] =>
  Array.isArray(tasks) && tasks.length > 0 ? [`while ${tasks.length} runs`] : []

const exitOf = (exit: unknown): string[] => (typeof exit === 'number' ? [`exit ${exit}`] : [])

/** The source that reported a call, unless it was the call's own event. */
const shown = ({ shownBy }: JsonObject): string[] => (shownBy === undefined ? [] : [`shown by ${shownBy}`])

/** The subject of a call: its command, its file or its message. */
function subject(input: unknown): string {
  if (!isObject(input)) return ''
  const { command, file_path: file, prompt, message, result } = input
  const patched = /^\*\*\* (?:Add|Update) File: (.*)$/m.exec(String(command))?.[1]
  if (typeof file === 'string' || patched !== undefined) return basename(patched ?? String(file))
  if (/ > errand.json$/.test(String(command))) return 'another program'
  return String(command ?? prompt ?? message ?? (isObject(result) ? result['response'] : ''))
}
