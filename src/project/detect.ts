import { cargo } from './cargo.ts'
import { CHECK_KINDS, type Check, type Ecosystem, type Listing } from './checks.ts'
import { go } from './go.ts'
import { make } from './make.ts'
import { node } from './node.ts'
import { python } from './python.ts'

/** The first that knows a check speaks; make comes last, because its targets mostly call the others. */
const LANGUAGES: readonly Ecosystem[] = [node, python, go, cargo]

/** How deep projects are looked for in a folder that is none itself, and how many are believed. */
const MAX_DEPTH = 3
const MAX_PROJECTS = 20

/** Every file by which a project is known. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|setup\.py|pytest\.ini|go\.mod|go\.work|Cargo\.toml|GNUmakefile|[mM]akefile)$/

/**
 * The checks of a project, the one that counts most first: those of its root, or, where the root has none, those of the
 * projects in it. Nothing is found in a folder of documents, and that is an answer too.
 */
export function detectChecks(listing: Listing): Check[] {
  const atRoot = checksIn(listing, '')
  if (atRoot.length > 0) return atRoot
  const found: Check[] = []
  for (const dir of foldersWithManifest(listing)) {
    // A project within one that was found is its own affair.
    if (!found.some(({ cwd }) => dir.startsWith(`${cwd}/`))) found.push(...checksIn(listing, dir))
  }
  return found
}

function checksIn(listing: Listing, dir: string): Check[] {
  const found = LANGUAGES.flatMap((language) => language.find(listing, dir))
  const made = make.find(listing, dir)
  return CHECK_KINDS.flatMap((kind) => {
    const of = (checks: Check[]): Check[] => checks.filter((one) => one.kind === kind)
    return of(found).length > 0 ? of(found) : of(made)
  })
}

function foldersWithManifest({ files }: Listing): string[] {
  const folders = files.filter((file) => MANIFEST.test(file)).map((file) => file.replace(/[^/]+$/, ''))
  const depth = (dir: string): number => dir.split('/').length - 1
  return [...new Set(folders)]
    .filter((dir) => depth(dir) <= MAX_DEPTH)
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, MAX_PROJECTS)
}
