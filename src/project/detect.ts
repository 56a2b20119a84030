import { cargo } from './cargo.ts'
import { CHECK_KINDS, type Check, type Ecosystem, type Listing } from './checks.ts'
import { followed } from './followed.ts'
import { go } from './go.ts'
import { make } from './make.ts'
import { node } from './node.ts'
import { deno, php, ruby } from './other-runners.ts'
import { python } from './python.ts'

/** Language toolchains. A make target is used only if they find no check of its kind, since targets mostly call them. */
const LANGUAGES: readonly Ecosystem[] = [node, python, go, cargo, deno, ruby, php]

/** Limits on the search for projects in a folder that is not itself a project. */
const MAX_DEPTH = 3
const MAX_PROJECTS = 20

/** Files that identify a project. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|setup\.py|pytest\.ini|go\.mod|go\.work|Cargo\.toml|deno\.jsonc?|Gemfile|\.rspec|composer\.json|phpunit(?:\.dist)?\.xml(?:\.dist)?|GNUmakefile|[mM]akefile)$/

/**
 * Finds a project's checks, most important first: those at its root or, if there are none, those of the projects inside it.
 * Finds none in, say, a folder of documents.
 */
export const detectChecks = (listing: Listing): Check[] => definedIn(listing).map((one) => followed(listing, one))

function definedIn(listing: Listing): Check[] {
  const atRoot = checksIn(listing, '')
  if (atRoot.length > 0) return atRoot
  const found: Check[] = []
  for (const dir of foldersWithManifest(listing)) {
    // Skips a project inside one that already has checks.
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
