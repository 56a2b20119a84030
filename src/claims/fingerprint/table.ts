/**
 * The table behind a fingerprint: what every file in scope was, in one byte form. Its SHA-256 is the fingerprint, so it is
 * kept as an artifact under that name. `<hash> <kind> <name>` and a NUL for each, in the order of the names' bytes:
 * readable with `tr`, whatever the names are.
 */

/** `exec`: a file its owner may execute. `commit`: what a submodule stands at. `rules`: ignore rules kept apart from the files. */
const ROW_KINDS = ['file', 'exec', 'link', 'commit', 'rules'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/**
 * `hash` is the SHA-256 of a file's bytes or of a link's text; of a link to a plain file it covers that file too; of a
 * submodule it is the commit. What is in a folder that a link leads to has rows below the link's name.
 */
export type Row = { name: string; kind: RowKind; hash: string }

/** Who named the files: git, or a walk through the folders. */
export type ListedBy = 'git' | 'walk'
export type Table = { listedBy: ListedBy; rows: Row[] }

const HEAD = 'bailiff fingerprint 2 '

export function renderTable({ listedBy, rows }: Table): Buffer {
  const sorted = [...rows].sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map(({ name, kind, hash }) => `${hash} ${kind} ${name}\0`)
  return Buffer.from(`${HEAD}${listedBy}\0${lines.join('')}`, 'latin1')
}

/** Null where these bytes are no table. */
export function parseTable(bytes: Uint8Array): Table | null {
  const [head, ...lines] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').split('\0')
  if (lines.pop() !== '' || (head !== `${HEAD}git` && head !== `${HEAD}walk`)) return null
  const rows = lines.map(parseRow)
  if (rows.some((row) => row === null)) return null
  return { listedBy: head === `${HEAD}git` ? 'git' : 'walk', rows: rows as Row[] }
}

const ROW = new RegExp(`^([0-9a-f]{40,64}) (${ROW_KINDS.join('|')}) (.+)$`, 's')

function parseRow(line: string): Row | null {
  const [, hash, kind, name] = ROW.exec(line) ?? []
  return hash === undefined || name === undefined ? null : { hash, kind: kind as RowKind, name }
}
