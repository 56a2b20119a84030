import { words } from '../ledger/lazy.ts'
import { type Swallowed, swallowedIn } from '../policy/swallow.ts'
import { readShell } from '../shell/read.ts'
import { textOf } from '../shell/value.ts'
import type { Listing } from './checks.ts'
import { includedBy, recipeOf } from './makefile.ts'
import { manifestIn, membersOf, scriptsIn } from './node.ts'
import { type ScriptCall, scriptCall } from './package-scripts.ts'
import { scriptFile, startedBy } from './programs.ts'
import { countingKinds, definitionsOf, settingsOf } from './runners.ts'
import { type TaskCall, taskCall } from './tasks.ts'

/**
 * Follows a command through a project's own scripts to the programs they start: package scripts, makefiles, shell scripts.
 * Pure: reads files through the listing, runs nothing.
 */
export type Reach = {
  /** The commands at the end of the way, such as `vitest run`. */
  commands: string[]
  /** The files, or parts of files, that define what runs. A change to one changes the check. */
  pins: string[]
  /** A command whose failure a script on the way hides, and the folder it runs in. */
  swallowed: (Swallowed & { dir: string }) | null
}

export function reach(listing: Listing, dir: string, words: readonly string[]): Reach {
  const search = new Search(listing)
  search.words(words, dir, 0)
  return { commands: search.commands, pins: [...search.pins], swallowed: search.swallowed }
}

/** Scripts that call each other in a circle end here. */
const MAX_DEPTH = 8

const isTestRun = (command: string): boolean => countingKinds([command]).length > 0

class Search {
  readonly commands: string[] = []
  readonly pins = new Set<string>()
  swallowed: Reach['swallowed'] = null
  /** The number of scripts that lead to the current one. */
  #scripts = 0
  readonly #listing: Listing

  constructor(listing: Listing) {
    this.#listing = listing
  }

  words([program = '', ...args]: readonly string[], dir: string, depth: number): void {
    if (program === '' || depth > MAX_DEPTH) return
    const scripts = scriptsIn(manifestIn(this.#listing, dir))
    const call = scriptCall(program, args, (name) => Object.hasOwn(scripts, name))
    const task = call === null ? taskCall(this.#listing, dir, program, args) : null
    const started = call === null ? startedBy(program, args) : null
    const file = this.#ownFile(program, args, dir)
    if (call !== null) this.#call(program, call, dir, depth)
    else if (task !== null) this.#task(task, dir, depth)
    else if (started !== null) this.words(started, dir, depth + 1)
    else if (/^g?make$/.test(program)) this.#make(args, dir, depth)
    else if (file !== null) this.#file(file, dir, depth)
    else this.#end([program, ...args].join(' '), dir)
  }

  #call(manager: string, { names, dir: below, where, only }: ScriptCall, dir: string, depth: number): void {
    for (const name of names) {
      if (where === 'members') this.#members(manager, inFolder(dir, below), name, only, depth)
      else this.#script(manager, inFolder(dir, below), name, depth)
    }
  }

  #task({ pins, texts }: TaskCall, dir: string, depth: number): void {
    for (const pin of pins) this.pins.add(pin)
    for (const text of texts) this.#text(text, dir, depth + 1)
  }

  #ownFile(program: string, args: readonly string[], dir: string): string | null {
    const file = scriptFile(program, args)
    const path = file === null ? null : inFolder(dir, file).replace(/\/$/, '')
    return path !== null && this.#listing.files.includes(path) ? path : null
  }

  #text(script: string, dir: string, depth: number): void {
    const swallowed = swallowedIn(script, isTestRun)
    if (swallowed !== null) this.swallowed ??= { ...swallowed, dir }
    const read = readShell(script)
    const runs = read.kind === 'read' ? read.runs : []
    if (read.kind !== 'read') this.#end(script, dir)
    for (const { name, program, texts, cwds } of runs) {
      const path = program === null ? null : textOf(program)
      if (name === null || SHELL_WORDS.has(name) || texts.some((text) => /^-\w*c$/.test(text) && SHELLS.test(name)))
        continue
      this.words([path !== null && /^\.{0,2}\//.test(path) ? path : name, ...texts], cwdOf(dir, cwds[0]), depth + 1)
    }
  }

  /** A package script, with those that run before and after it. */
  #script(manager: string, dir: string, name: string, depth: number): void {
    const scripts = scriptsIn(manifestIn(this.#listing, dir))
    for (const pin of settingsOf(manager, dir)) this.pins.add(pin)
    for (const one of [`pre${name}`, name, `post${name}`]) {
      this.pins.add(`${dir}package.json#/scripts/${one.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      const text = scripts[one]
      if (text !== undefined) this.#text(text, dir, depth + 1)
    }
  }

  /** The script in each package of the workspace that has it. */
  #members(manager: string, dir: string, name: string, only: string | null, depth: number): void {
    const manifest = manifestIn(this.#listing, dir)
    if (manifest === null) return
    this.pins.add(`${dir}package.json#/workspaces`)
    for (const file of ['pnpm-workspace.yaml', 'turbo.json', 'nx.json', 'lerna.json'])
      if (this.#listing.files.includes(dir + file)) this.pins.add(dir + file)
    for (const member of membersOf(this.#listing, dir, manifest)) {
      const own = manifestIn(this.#listing, member)
      const isMeant = only === null || own?.['name'] === only || member.endsWith(`${only.replace(/^\.\/|\/$/g, '')}/`)
      if (isMeant && Object.hasOwn(scriptsIn(own), name)) this.#script(manager, member, name, depth + 1)
    }
  }

  #make(args: readonly string[], dir: string, depth: number): void {
    const at = args.indexOf('-C')
    const below = at < 0 ? dir : inFolder(dir, args[at + 1] ?? '')
    const targets = args.filter((arg, i) => !/^-|=/.test(arg) && (at < 0 || i !== at + 1))
    const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => this.#listing.files.includes(below + name))
    if (file === undefined) return
    const text = this.#listing.read(below + file) ?? ''
    for (const name of [file, ...includedBy(text)]) this.pins.add(below + name)
    this.#text(recipeOf(text, targets), below, depth + 1)
  }

  /**
   * A script file of the project. Only shell scripts can be followed; in others, a runner's name is enough. A script that
   * another one starts or sources is pinned only if it runs tests itself or belongs to them: else it may be the code under test.
   */
  #file(path: string, dir: string, depth: number): void {
    const isEntry = this.#scripts === 0
    const before = this.commands.length
    this.#scripts++
    this.#follow(path, dir, depth)
    this.#scripts--
    const isRunner = this.commands.slice(before).some(isTestRun)
    if (isRunner || OF_CHECKS.test(path) || (isEntry && !OF_CODE.test(path))) this.pins.add(path)
  }

  #follow(path: string, dir: string, depth: number): void {
    const text = this.#listing.read(path) ?? ''
    const isShell = /\.(?:ba|z)?sh$/.test(path) || /^#!.*\b(?:ba|da|z|k)?sh\b/.test(text)
    const [named] = /\b(?:vitest|jest|pytest|mocha)\b|\bgo test\b|\bcargo test\b/.exec(text) ?? []
    const isNode = /['"]--test['"]|\bnode(?::test['"]| --test)/.test(text)
    if (isShell) this.#text(text, dir, depth + 1)
    else this.#end(named ?? (isNode ? 'node --test' : path), dir)
  }

  #end(command: string, dir: string): void {
    this.commands.push(command)
    for (const pin of definitionsOf(this.#listing, dir, command)) this.pins.add(pin)
  }
}

/** Scripts that belong to checks, by their name or folder. */
const OF_CHECKS = /(?:^|\/)(?:\.?ci|tests?|spec)\/|(?:^|\/)[^/]*(?:test|check|spec|lint|verify)[^/]*$/i
/** Folders of code under test. */
const OF_CODE = /(?:^|\/)(?:bin|src|lib|app|cmd|pkg)\//

const SHELLS = /^(?:ba|da|z|k)?sh$/
/** Builtins that start no program. */
const SHELL_WORDS = words('cd set echo printf export exit return true : trap test [ shift wait mkdir rm')

const cwdOf = (dir: string, cwd: Parameters<typeof textOf>[0] | undefined): string => {
  const text = cwd === undefined ? null : textOf(cwd)
  return text === null ? dir : inFolder(dir, text)
}

/** A path below a folder, ending in a slash: '' for the root. Paths that lead out stay in the folder. */
function inFolder(dir: string, path: string): string {
  if (path.startsWith('/') || path.startsWith('~')) return dir
  const parts: string[] = []
  for (const part of `${dir}${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}
