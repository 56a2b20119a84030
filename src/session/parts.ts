import type { Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { isText, listIn, numberIn, objectIn, objectsIn, textIn, wordIn } from './body.ts'
import { likeOfEntry } from './likeness.ts'
import type { Flag, Session, Text, Turn } from './state.ts'

/** Readers for the parts of an entry's body. Like those for whole entries, they accept any body. */

export function startIn(body: JsonObject | null): Turn['start'] {
  const [sha256, content] = body === null ? [null, null] : [wordIn(body, 'sha256'), wordIn(body, 'content')]
  return sha256 === null || content === null ? null : { sha256, content }
}

/** A host's settings files by path: the hash of each, the number of our hooks in it, and other hooks on stops. */
export type Settings = ReadonlyMap<string, SeenSettings>
export type SeenSettings = { sha256: string; hooks: number; otherStops: readonly string[] }

export const settingsIn = (body: JsonObject): Settings =>
  new Map(
    objectsIn(body, 'files').flatMap((file) => {
      const path = wordIn(file, 'path')
      const seen = {
        sha256: wordIn(file, 'sha256') ?? '',
        hooks: numberIn(file, 'hooks') ?? 0,
        otherStops: listIn(file, 'otherStops').filter(isText),
      }
      return path === null ? [] : [[path, seen] as const]
    }),
  )

export function environmentIn(body: JsonObject): Session['environment'] {
  const environment = objectIn(body, 'environment')
  const isVariable = (one: [string, Json]): one is [string, string] => typeof one[1] === 'string'
  return environment === null ? null : Object.fromEntries(Object.entries(environment).filter(isVariable))
}

export function agentIn(body: JsonObject): Session['agent'] {
  const id = wordIn(body, 'agent')
  return id === null ? null : { id, type: wordIn(body, 'agentType') ?? '' }
}

export function parentIn(body: JsonObject): Session['parent'] {
  const parent = objectIn(body, 'parent')
  return parent === null ? null : { host: wordIn(parent, 'host') ?? '', stream: wordIn(parent, 'stream') }
}

export function taskIn(body: JsonObject): { call: string | null; status: string | null; exit: number | null } | null {
  const task = objectIn(body, 'task')
  if (task === null) return null
  return { call: wordIn(task, 'call'), status: wordIn(task, 'status'), exit: numberIn(task, 'exit') }
}

/** Calls are paired by the host's id, or by their likeness if the host gives none. */
export function callIn(entry: Entry): {
  id: string | null
  tool: string
  input: Json
  cwd: string | null
  like: string
} {
  const { body } = entry
  const tool = wordIn(body, 'tool') ?? 'unknown'
  const cwd = wordIn(body, 'cwd')
  return { id: wordIn(body, 'call'), tool, input: body['input'] ?? null, cwd, like: likeOfEntry(entry) }
}

export const flagsIn = (body: JsonObject): Flag[] =>
  objectsIn(body, 'findings').flatMap((one) => {
    const code = wordIn(one, 'code')
    return code === null ? [] : [{ code, said: wordIn(one, 'said') ?? '' }]
  })

export function agentChangeIn({ body }: Entry): { agent: string; type: string; stream: string | null } {
  return { agent: wordIn(body, 'agent') ?? '', type: wordIn(body, 'type') ?? '', stream: wordIn(body, 'stream') }
}

const MAX_SAID_CHARS = 1_000

/** The end of a call's output, preferably of stderr. The end, because tools print their conclusion last. */
export function saidIn(entry: Entry): Text | null {
  const output = objectIn(entry.body, 'output') ?? {}
  const texts = ['stderr', 'text', 'stdout'].map((name) => textIn(entry, output, name))
  const said = texts.find((text) => text !== null && text !== '') ?? null
  return typeof said === 'string' ? said.slice(-MAX_SAID_CHARS) : said
}
