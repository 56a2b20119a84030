import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import type { Environment } from '../../../process/environment.ts'
import type { RunValidator } from '../judge-attempt.ts'
import { type Refused, refuse } from '../outcome.ts'
import { shown } from '../render.ts'
import { type RunnerFile, writtenRunners } from '../runner-written.ts'
import type { ValidatorWorld } from '../world.ts'

/** Finds the files of test runners on disk: packages in node_modules and in Python's site folders. Reads no contents. */

/** Packages in node_modules that run tests, or that runners load. */
const OF_NODE =
  /^(?:@vitest\/.*|@jest\/.*|@playwright\/.*|@tapjs\/.*|@swc\/jest|vitest|vite|vite-node|jest|jest-.*|babel-jest|ts-jest|expect|mocha|chai|ava|tap|playwright|playwright-core|tsx|ts-node|cross-env|c8|nyc|npm-run-all2?|eslint|@biomejs\/.*)$/
/** Their programs in node_modules/.bin. */
const PROGRAMS =
  /^(?:vitest|vite|vite-node|jest|mocha|_mocha|ava|tap|playwright|tsx|ts-node|cross-env|c8|nyc|npm-run-all2?|run-[sp]|eslint|biome)$/
/** Packages and files in a site folder that run tests, or that Python loads at its start. */
const OF_PYTHON = /^(?:_?pytest|pytest[_-].*|pluggy|iniconfig|py\.py|(?:site|user)customize\.py|.*\.pth)$/

/** Refuses a check whose runner a call of the session changed, other than by installing it. */
export function refuseRunner(validator: RunValidator, { root, calls, environment }: ValidatorWorld): Refused | null {
  const all = calls()
  if (all.every(({ writer }) => writer === null)) return null
  const written = writtenRunners(runnerFiles(validator, root, environment), all)
  if (written.length === 0) return null
  const files = written.map((path) => relative(root, path))
  const sentence = `A call of this session changed the runner of this check (${shown(files)}), and no package manager installed it.`
  return refuse('CHECK_CHANGED', sentence, { runner: files.slice(0, MAX_NAMED) })
}

/** Limit on the files in a result. */
const MAX_NAMED = 20

/** More than all runners of a project have. */
const MAX_FILES = 20_000

/** The files of the runners that a check of this kind may start in this folder. */
function runnerFiles({ kind, cwd: below }: RunValidator, root: string, environment: Environment): RunnerFile[] {
  const finder = new Finder(root)
  const cwd = join(root, below)
  if (!/^(?:pytest|go_test|cargo_test|rspec|phpunit|deno_test)_pass$/.test(kind)) finder.node(cwd)
  if (
    !/^(?:vitest|jest|node_test|go_test|cargo_test|mocha|ava|node_tap|playwright|bun_test|deno_test|rspec|phpunit)_pass$/.test(
      kind,
    )
  )
    finder.python(cwd, environment)
  return finder.found
}

class Finder {
  readonly found: RunnerFile[] = []
  readonly #root: string
  readonly #seen = new Set<string>()

  constructor(root: string) {
    this.#root = realOf(root) ?? root
  }

  /** Node looks for packages in the folder of a check and in all folders above it. */
  node(cwd: string): void {
    for (const folder of upwards(cwd)) this.#modules(join(folder, 'node_modules'))
  }

  #modules(modules: string): void {
    const programs = namesIn(join(modules, '.bin')).filter((name) => PROGRAMS.test(name))
    for (const name of programs) this.#package(join(modules, '.bin', name))
    for (const name of packagesIn(modules).filter((one) => OF_NODE.test(one))) this.#package(join(modules, name))
    // pnpm keeps the packages in a folder for each version.
    for (const entry of namesIn(join(modules, '.pnpm'))) {
      const name = entry.replace(/(.)@.*$/, '$1').replaceAll('+', '/')
      if (OF_NODE.test(name)) this.#package(join(modules, '.pnpm', entry, 'node_modules', name))
    }
  }

  python(cwd: string, environment: Environment): void {
    const programs = (environment['PATH'] ?? '')
      .split(delimiter)
      .flatMap((dir) => ['python3', 'pytest'].map((name) => join(dir, name)))
    const prefixes = [
      ...upwards(cwd).flatMap((folder) => ['.venv', 'venv'].map((name) => join(folder, name))),
      ...[environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']],
      ...(environment['HOME'] === undefined ? [] : [join(environment['HOME'], '.local')]),
      ...programs
        .flatMap((path) => [path, realOf(path)])
        .flatMap((path) => (path === null ? [] : [dirname(dirname(path))])),
    ]
    for (const prefix of new Set(prefixes))
      for (const name of prefix === undefined ? [] : namesIn(join(prefix, 'lib')).filter((one) => /^python3/.test(one)))
        for (const site of ['site-packages', 'dist-packages']) this.#site(join(prefix ?? '', 'lib', name, site))
  }

  #site(site: string): void {
    // A plugin of pytest is loaded because its metadata say so.
    for (const name of namesIn(site))
      if (OF_PYTHON.test(name) || name.endsWith('.dist-info')) this.#package(join(site, name))
  }

  /** Adds a package, behind a symlink or not, or a single file. */
  #package(top: string): void {
    if (this.#seen.has(top)) return
    this.#seen.add(top)
    const open = [top]
    if (this.#isSource(top)) this.#file(open.pop() ?? top, top)
    for (let path = open.pop(); path !== undefined && this.found.length < MAX_FILES; path = open.pop()) {
      const isFolder = this.#file(path, top) || path === top
      // Python writes its caches whenever it runs.
      const names = isFolder ? namesIn(path).filter((name) => name !== '__pycache__') : []
      for (const name of names) open.push(join(path, name))
    }
  }

  /** True for a package of the project's own, to which a workspace links: it is content like any other. */
  #isSource(path: string): boolean {
    const real = realOf(path) ?? ''
    return real.startsWith(`${this.#root}/`) && !/\/(?:node_modules|site-packages|dist-packages)\//.test(real)
  }

  /** Adds a file or a symlink; true for a folder, which is not added. */
  #file(path: string, folder: string): boolean {
    const stat = statOf(path)
    if (stat === null || stat.isDirectory()) return stat !== null
    this.found.push({ folder, path, changedAt: stat.ctimeMs })
    return false
  }
}

const upwards = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))]

const packagesIn = (modules: string): string[] =>
  namesIn(modules).flatMap((name) =>
    name.startsWith('@') ? namesIn(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  )

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // There may be no such folder.
    return []
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
