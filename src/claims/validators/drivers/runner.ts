import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { once } from '../../../ledger/lazy.ts'
import type { Environment } from '../../../process/environment.ts'
import type { RunValidator } from '../judge-attempt.ts'
import { type Refused, refuse } from '../outcome.ts'
import { shown } from '../render.ts'
import { type RunnerFile, writtenRunners } from '../runner-written.ts'
import type { ValidatorWorld } from '../world.ts'

/** Finds the files of test runners on disk: packages in node_modules and in Python's site folders. */

/** Packages in node_modules that run tests, or that runners load. */
const OF_NODE =
  /^(?:@vitest\/.*|@jest\/.*|@playwright\/.*|@tapjs\/.*|@swc\/jest|vitest|vite|vite-node|jest|jest-.*|babel-jest|ts-jest|expect|mocha|chai|ava|tap|playwright|playwright-core|tsx|ts-node|cross-env|c8|nyc|npm-run-all2?|eslint|@biomejs\/.*)$/
/** Their programs in node_modules/.bin. */
const PROGRAMS =
  /^(?:vitest|vite|vite-node|jest|mocha|_mocha|ava|tap|playwright|tsx|ts-node|cross-env|c8|nyc|npm-run-all2?|run-[sp]|eslint|biome)$/
/** Programs that scripts start and that come with Node. */
const BESIDE_NODE = /^(?:node|npm|npx|corepack)$/
/** Packages and files in a site folder that run tests, or that Python loads at its start. */
const OF_PYTHON = /^(?:_?pytest|pytest[_-].*|pluggy|iniconfig|py\.py|(?:site|user)customize\.py|.*\.pth)$/
/** Programs in the `bin` of an environment. */
const PYTHON_PROGRAMS = /^(?:python[\d.]*|py\.?test|coverage|tox|nox)$/

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

/** The kinds of check whose runner is no program of Node, and those whose runner is none of Python. Others may be either. */
const NO_NODE = /^(?:pytest|go_test|cargo_test|rspec|phpunit|deno_test)_pass$/
const NO_PYTHON =
  /^(?:vitest|jest|node_test|go_test|cargo_test|mocha|ava|node_tap|playwright|bun_test|deno_test|rspec|phpunit)_pass$/

/** The files of the runners that a check of this kind may start in this folder. */
function runnerFiles({ kind, cwd: below }: RunValidator, root: string, environment: Environment): RunnerFile[] {
  const finder = new Finder(root)
  const cwd = join(root, below)
  if (!NO_NODE.test(kind)) finder.node(cwd, environment)
  if (!NO_PYTHON.test(kind)) finder.python(cwd, environment)
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
  node(cwd: string, environment: Environment): void {
    const onSystem = once(() => new Set(systemFolders(environment).flatMap(namesIn)))
    for (const folder of upwards(cwd)) this.#modules(join(folder, 'node_modules'), onSystem)
  }

  /** Package scripts start a program in .bin before one of the system of the same name, even their shell. */
  #modules(modules: string, onSystem: () => ReadonlySet<string>): void {
    const isRunner = (name: string): boolean => PROGRAMS.test(name) || BESIDE_NODE.test(name) || onSystem().has(name)
    const programs = namesIn(join(modules, '.bin')).filter(isRunner)
    for (const name of programs) this.#package(join(modules, '.bin', name))
    for (const name of packagesIn(modules).filter((one) => OF_NODE.test(one))) this.#package(join(modules, name))
    // pnpm keeps the packages in a folder for each version.
    for (const entry of namesIn(join(modules, '.pnpm'))) {
      const name = entry.replace(/(.)@.*$/, '$1').replaceAll('+', '/')
      if (OF_NODE.test(name)) this.#package(join(modules, '.pnpm', entry, 'node_modules', name))
    }
  }

  python(cwd: string, environment: Environment): void {
    const programs = searched(environment).flatMap((dir) => ['python3', 'pytest'].map((name) => join(dir, name)))
    const prefixes = [
      ...upwards(cwd).flatMap((folder) => ['.venv', 'venv'].map((name) => join(folder, name))),
      ...[environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']],
      ...(environment['HOME'] === undefined ? [] : [join(environment['HOME'], '.local')]),
      ...programs
        .flatMap((path) => [path, realOf(path)])
        .flatMap((path) => (path === null ? [] : [dirname(dirname(path))])),
    ]
    for (const path of programs) if (statOf(path) !== null) this.#package(path)
    for (const prefix of new Set(prefixes)) if (prefix !== undefined) this.#environment(prefix)
    for (const folder of [cwd, join(cwd, 'src')]) this.#plugins(folder)
  }

  #environment(prefix: string): void {
    for (const name of namesIn(join(prefix, 'bin')))
      if (PYTHON_PROGRAMS.test(name)) this.#package(join(prefix, 'bin', name))
    for (const name of namesIn(join(prefix, 'lib')).filter((one) => /^python3/.test(one)))
      for (const site of ['site-packages', 'dist-packages']) this.#site(join(prefix, 'lib', name, site))
  }

  /** Pytest loads a plugin of the project because metadata beside the code say so. */
  #plugins(folder: string): void {
    for (const name of namesIn(folder).filter((one) => /\.(?:egg|dist)-info$/.test(one))) {
      const path = join(folder, name, 'entry_points.txt')
      if (textOf(path).includes('[pytest11]')) this.#file(path, path)
    }
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

const searched = (environment: Environment): string[] => (environment['PATH'] ?? '').split(delimiter).filter(Boolean)

/** The folders of the system's own programs: global packages of npm are elsewhere. */
const systemFolders = (environment: Environment): string[] =>
  searched(environment).filter((folder) => statOf(join(folder, 'sh')) !== null)

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

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
