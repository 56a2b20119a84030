import { sha256 } from '../../ledger/digest.ts'

/** Git's listing: files by name, submodules, and nested repositories that git does not look into. */
export type GitListing = { files: string[]; submodules: string[]; nested: string[]; index: string }

const TRACKED = /^\S (\d{6}) [0-9a-f]+ \d\t(.+)$/s
const OUTSIDE = /^\/|(?:^|\/)\.\.(?:\/|$)/
const GITLINK = '160000'

/**
 * Parses the output of `git ls-files -z -t -s -o`: tracked files as `H <mode> <object> <stage>⇥<name>`, others as `? <name>`,
 * with a trailing slash for a repository. Returns null for any other format. `index` leaves out the tag, which is a git flag
 * and not content.
 */
export function parseListing(output: Uint8Array): GitListing | null {
  const text = Buffer.from(output.buffer, output.byteOffset, output.length).toString('latin1')
  const lines = text.split('\0')
  if (lines.pop() !== '') return null
  const listing: GitListing = { files: [], submodules: [], nested: [], index: '' }
  const tracked: string[] = []
  for (const line of lines) {
    if (!line.startsWith('? ')) tracked.push(line.slice(2))
    if (!addLine(line, listing)) return null
  }
  return { ...listing, index: sha256(Buffer.from(tracked.join('\0'), 'latin1')) }
}

function addLine(line: string, listing: GitListing): boolean {
  if (line.startsWith('? ')) {
    const name = line.slice(2)
    if (name.endsWith('/')) listing.nested.push(name.slice(0, -1))
    else listing.files.push(name)
    return true
  }
  const [, mode, name] = TRACKED.exec(line) ?? []
  // A hand-crafted index may contain any name.
  if (name === undefined || OUTSIDE.test(name)) return false
  if (mode === GITLINK) listing.submodules.push(name)
  listing.files.push(name)
  return true
}
