import type { ArtifactRef, Draft, Json, JsonObject } from '../ledger/kinds.ts'

/** Strings of at least this length become artifacts, to keep entries small; `{artifact: name}` takes their place. */
const MAX_TEXT_BYTES = 16 << 10

/** Stores bytes as an artifact. */
type Keeping = { keep(name: string, bytes: Uint8Array): ArtifactRef }

/** Turns facts into drafts, storing long strings as artifacts. */
export const draftsOf = (recorder: Keeping, facts: readonly Draft[]): Draft[] =>
  facts.map((fact) => draftOf(recorder, fact))

function draftOf(recorder: Keeping, { kind, actor, body, artifacts: given = [] }: Draft): Draft {
  const artifacts: ArtifactRef[] = [...given]
  const taken = new Set<string>()
  const keep = (path: string, text: string): Json => {
    // The body itself may contain `{artifact: name}` objects, so no artifact may use a name that occurs in one.
    if (taken.size === 0) {
      mention(body, taken, 0)
      for (const one of given) taken.add(one.name)
    }
    const name = nameOf(path, taken, artifacts.length)
    taken.add(name)
    artifacts.push(recorder.keep(name, Buffer.from(text)))
    return { artifact: name }
  }
  return { kind, actor, body: shorten(body, '', keep, 0) as JsonObject, artifacts }
}

function nameOf(path: string, taken: ReadonlySet<string>, given: number): string {
  const plain = /^[\w.-]{1,80}$/.test(path) ? path : 'text'
  let name = plain
  for (let n = Math.max(2, given + 1); taken.has(name); n++) name = `${plain}.${n}`
  return name
}

/** Collects the names in a value that could be mistaken for an artifact's. */
function mention(value: Json, names: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [key, one] of Object.entries(value)) {
    if (key === 'artifact' && typeof one === 'string') names.add(one)
    else mention(one, names, depth + 1)
  }
}

/** Deeper values are left as they are; the ledger has its own limit. */
const MAX_DEPTH = 64

export function shorten(value: Json, path: string, keep: (path: string, text: string) => Json, depth: number): Json {
  if (typeof value === 'string')
    return value.length >= MAX_TEXT_BYTES && value.isWellFormed() ? keep(path, value) : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((one, i) => shorten(one, `${path}.${i}`, keep, depth + 1))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, one]) => [key, shorten(one, path === '' ? key : `${path}.${key}`, keep, depth + 1)]),
  )
}
