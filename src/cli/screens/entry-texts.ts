import { type ArtifactRef, type Entry, isObject, type Json } from '../../ledger/kinds.ts'

/** Text in an entry: inside its body, or stored as an artifact. */
export type EntryText = { name: string } & ({ kind: 'inside'; text: string } | { kind: 'artifact'; ref: ArtifactRef })

/** All text in an entry: artifacts by name, strings in the body by path (`output.stdout`). */
export const textsOf = ({ artifacts, body }: Entry): EntryText[] => [
  ...artifacts.map((ref): EntryText => ({ name: ref.name, kind: 'artifact', ref })),
  ...textsIn(body, '', new Set(artifacts.map(({ name }) => name))),
]

/** The strings in a value. Skips `{artifact: name}`: artifacts are listed already. */
function textsIn(value: Json, name: string, stored: ReadonlySet<string>): EntryText[] {
  if (typeof value === 'string') return [{ name, kind: 'inside', text: value }]
  if (!isObject(value) && !Array.isArray(value)) return []
  if (isObject(value) && typeof value['artifact'] === 'string' && stored.has(value['artifact'])) return []
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one as Json, name === '' ? key : `${name}.${key}`, stored),
  )
}

/** Finds text by its full name, or otherwise by the end of its name. */
export function findTexts(entry: Entry, wanted: string): EntryText[] {
  const texts = textsOf(entry)
  const exact = texts.find(({ name }) => name === wanted)
  return exact === undefined ? texts.filter(({ name }) => name.endsWith(`.${wanted}`)) : [exact]
}
