import { type ArtifactRef, type Entry, isObject, type Json } from '../../ledger/kinds.ts'

/** A text of an entry: in it, or stored apart. */
export type EntryText = { name: string } & ({ kind: 'inside'; text: string } | { kind: 'artifact'; ref: ArtifactRef })

/** Every text of an entry: its artifacts by their names, and what stands in its body by its place (`output.stdout`). */
export const textsOf = ({ artifacts, body }: Entry): EntryText[] => [
  ...artifacts.map((ref): EntryText => ({ name: ref.name, kind: 'artifact', ref })),
  ...textsIn(body, '', new Set(artifacts.map(({ name }) => name))),
]

/** Texts in a value; `{artifact: name}` only stands for one. */
function textsIn(value: Json, name: string, stored: ReadonlySet<string>): EntryText[] {
  if (typeof value === 'string') return [{ name, kind: 'inside', text: value }]
  if (!isObject(value) && !Array.isArray(value)) return []
  if (isObject(value) && typeof value['artifact'] === 'string' && stored.has(value['artifact'])) return []
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one as Json, name === '' ? key : `${name}.${key}`, stored),
  )
}

/** The texts a person may mean: by the whole name, or else by the end of it. */
export function findTexts(entry: Entry, wanted: string): EntryText[] {
  const texts = textsOf(entry)
  const exact = texts.find(({ name }) => name === wanted)
  return exact === undefined ? texts.filter(({ name }) => name.endsWith(`.${wanted}`)) : [exact]
}
