/**
 * The table behind a fingerprint: every file in scope, in canonical bytes. Its SHA-256 is the fingerprint, so it is stored as
 * an artifact under that name. Each row is `<hash> <kind> <name>` and a NUL, sorted by the bytes of the names: readable with
 * `tr`, whatever the names are.
 */

/** `exec`: a file its owner may execute. `commit`: a submodule's commit. `rules`: ignore rules not in a listed file. */
const ROW_KINDS = ['file', 'exec', 'link', 'commit', 'rules'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/**
 * `hash` is the SHA-256 of a file's bytes or of a symlink's target path; for a symlink to a regular file it also covers that
 * file; for a submodule it is the commit. Files in a symlinked folder have rows below the symlink's name.
 */
export type Row = { name: string; kind: RowKind; hash: string }

/** The source of the file names: git, or a walk through the folders. */
export type ListedBy = 'git' | 'walk'
export type Table = { listedBy: ListedBy; rows: Row[] }

const HEAD = 'bailiff fingerprint 2 '

export function renderTable({ listedBy, rows }: Table): Buffer {
  const sorted = [...rows].sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map(({ name, kind, hash }) => `${hash} ${kind} ${name}\0`)
  return Buffer.from(`${HEAD}${listedBy}\0${lines.join('')}`, 'latin1')
}

/** Returns null if the bytes are not a valid table. */
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
