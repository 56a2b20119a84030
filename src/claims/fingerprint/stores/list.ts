import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Words } from '../../../ledger/lazy.ts'
import type { PlainRun } from '../../../process/run-with.ts'
import { parseListing } from '../git-listing.ts'
import { nameOf, pathOf, textOf } from '../names.ts'
import { PASSED_OVER } from '../passed-over.ts'
import type { ListedBy, Row } from '../table.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { kindOf, statOf } from './content.ts'
import { Folders } from './folders.ts'
import { headOf, listNames } from './git.ts'
import { rulesOf } from './rules.ts'

/** Every name that may be a file in scope, and everything known without reading a file. */
export type Listing = {
  listedBy: ListedBy
  names: Set<string>
  rows: Row[]
  head: string | null
  index: string | null
  passedOver: string[]
}

/** Lists the workspace with git if it is in a repository, else by walking the folders. */
export async function listWorkspace(run: PlainRun, root: string, budget: Budget): Promise<Listing> {
  const lister = new Lister(run, root, budget)
  const top = repositoryAround(root)
  if (top === null) {
    await lister.walk('')
    return { ...lister.found, listedBy: 'walk', head: null, index: null }
  }
  const { head, index } = await lister.addRepository('', top)
  return { ...lister.found, listedBy: 'git', head, index }
}

/** The top folder of the repository that contains a folder; null if none does. */
export function repositoryAround(root: string): string | null {
  for (let dir = root; ; dir = dirname(dir)) {
    if (hasRepository(nameOf(dir))) return dir
    if (dir === dirname(dir)) return null
  }
}

class Lister {
  readonly found = { names: new Set<string>(), rows: [] as Row[], passedOver: [] as string[] }
  readonly #run: PlainRun
  readonly #root: string
  readonly #budget: Budget
  readonly #folders: Folders

  constructor(run: PlainRun, root: string, budget: Budget) {
    this.#run = run
    this.#root = nameOf(root)
    this.#budget = budget
    this.#folders = new Folders(this.#root)
  }

  /** Adds a repository's files below a folder, including those of nested repositories. */
  async addRepository(folder: string, top: string): Promise<{ head: string | null; index: string }> {
    this.#budget.addRepository()
    const repository = { top, workspace: textOf(this.#root), run: this.#run }
    const path = textOf(this.#path(folder))
    if (nameOf(path) !== this.#path(folder))
      throw new UnfinishedError('git', `The path ${path} is not valid UTF-8.`, path)
    const [{ output, mayExclude }, head] = await Promise.all([
      listNames(repository, path, this.#budget),
      headOf(repository, this.#budget),
    ])
    const rules = await rulesOf(repository, path, mayExclude, this.#budget)
    const listed = parseListing(output)
    if (listed === null) throw new UnfinishedError('git', 'The output of git ls-files has an unknown format.')
    this.found.rows.push(...rules.map((row) => ({ ...row, name: below(folder, row.name) })))
    for (const name of listed.files) this.#add(below(folder, name))
    for (const name of listed.nested) await this.#addNested(below(folder, name))
    for (const name of listed.submodules) await this.#addSubmodule(below(folder, name))
    return { head, index: listed.index }
  }

  /** Adds every file and symlink below a folder, except in skipped folders. */
  async walk(folder: string, passedOver: Words = PASSED_OVER): Promise<void> {
    const open = [folder]
    for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
      this.#budget.remainingMs()
      for (const name of namesIn(this.#path(dir))) {
        const path = below(dir, name)
        if (!this.#folders.isReal(path)) this.#addIfFile(path)
        else if (passedOver.has(name)) this.found.passedOver.push(textOf(path))
        else if (this.#isRepository(path)) await this.#addNested(path)
        else open.push(path)
      }
    }
  }

  /** Skips pipes and sockets: a walk finds them, but git does not list them as untracked files. */
  #addIfFile(name: string): void {
    const stat = statOf(this.#path(name))
    if (stat !== null && kindOf(stat) !== null) this.#add(name)
  }

  #add(name: string): void {
    this.#budget.addFile()
    this.found.names.add(name)
  }

  #addNested = (folder: string): Promise<unknown> => this.addRepository(folder, textOf(this.#path(folder)))

  /** Adds a submodule's commit and files. Without a repository it is a normal folder, and nothing in it is skipped. */
  async #addSubmodule(folder: string): Promise<void> {
    if (!this.#folders.isReal(folder)) return
    if (!this.#isRepository(folder)) return this.walk(folder, NONE)
    const { head } = await this.addRepository(folder, textOf(this.#path(folder)))
    this.found.rows.push({ name: folder, kind: 'commit', hash: head ?? '0'.repeat(40) })
  }

  #isRepository = (folder: string): boolean => hasRepository(this.#path(folder))

  #path = (name: string): string => (name === '' ? this.#root : `${this.#root}/${name}`)
}

const NONE: Words = new Set()

const hasRepository = (path: string): boolean => statOf(`${path}/.git`) !== null

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

function namesIn(path: string): string[] {
  try {
    return readdirSync(pathOf(path), { encoding: 'latin1' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new UnfinishedError('unreadable', `${textOf(path)} cannot be listed (${code}).`, textOf(path))
  }
}
