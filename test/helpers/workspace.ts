import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Change, changesBetween } from '../../src/claims/fingerprint/changes.ts'
import type { Cost, Fingerprint } from '../../src/claims/fingerprint/fingerprint.ts'
import { takeFingerprint } from '../../src/claims/fingerprint/stores/take.ts'
import type { TakeOptions } from '../../src/claims/fingerprint/stores/workspace.ts'
import type { Unfinished } from '../../src/claims/fingerprint/unfinished.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { tempDir } from './temp.ts'
import { copyOf } from './template.ts'

type Options = Partial<TakeOptions> & { root?: string }

/** A working directory and a ledger. */
export type Workspace = {
  dir: string
  home: string
  path(name: string): string
  write(name: string, content: string | Buffer): void
  git(...args: string[]): string
  /** Takes a fingerprint as if no file had changed for a while, so that the cache may hold all of them. */
  take(options?: Options): Promise<Fingerprint>
  cost(options?: Options): Promise<Cost>
  unfinished(options?: Options): Promise<Unfinished>
}

const later = (): Date => new Date(Date.now() + 60_000)

/** Git without user or system settings. */
export function git(dir: string, ...args: string[]): string {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'protocol.file.allow=always']
  const env = { PATH: process.env['PATH'], HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...person, ...args], {
    cwd: dir,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function writeFiles(dir: string, files: { [name: string]: string | Buffer }): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content, { mode: name.endsWith('.sh') ? 0o777 : 0o666 })
  }
}

export function folder(files: { [name: string]: string } = {}): Workspace {
  const dir = join(tempDir(), 'work space')
  const home = join(tempDir(), 'home')
  mkdirSync(dir)
  const ledger = openFiles(home)
  onTestFinished(() => closeHome(ledger))
  const path = (name: string): string => join(dir, name)
  const taken = ({ root = dir, ...options }: Options = {}) => takeFingerprint(root, { home, now: later, ...options })
  const write = (name: string, content: string | Buffer): void => writeFiles(dir, { [name]: content })
  writeFiles(dir, files)
  return {
    dir,
    home,
    path,
    write,
    git: (...args) => git(dir, ...args),
    async take(options) {
      const result = await taken(options)
      if (result.kind !== 'taken') throw new Error(result.finding.message)
      return result.fingerprint
    },
    async cost(options) {
      const result = await taken(options)
      if (result.kind !== 'taken') throw new Error(result.finding.message)
      return result.cost
    },
    async unfinished(options) {
      const result = await taken(options)
      if (result.kind !== 'unfinished') throw new Error('Expected an unfinished fingerprint, but it was taken.')
      return result.finding
    },
  }
}

export const FILES = {
  'src/a.ts': 'export const a = 1\n',
  'src/b.ts': 'export const b = 2\n',
  'README.md': '# Read me\n',
  '.gitignore': 'dist\n',
}

/** The same as a git repository, with everything committed. */
export function repository(files: { [name: string]: string } = FILES): Workspace {
  const space = folder()
  committed(space.dir, files)
  return space
}

/** Makes a folder a git repository with these files in its first commit. */
export function committed(at: string, files: { [name: string]: string }, branch = 'master'): void {
  copyOf(`repository ${branch} ${JSON.stringify(files)}`, at, (dir) => {
    writeFiles(dir, files)
    git(dir, 'init', '--quiet', `--initial-branch=${branch}`)
    git(dir, 'add', '--all')
    git(dir, 'commit', '--quiet', '--message', 'first')
  })
}

/** Changes a file and restores its timestamps, to the nanosecond. */
export function keepingTimes(path: string, act: () => void): void {
  const mark = join(tempDir(), 'mark')
  execFileSync('touch', ['-r', path, mark])
  act()
  execFileSync('touch', ['-r', mark, path])
  const mtime = (of: string): bigint => lstatSync(of, { bigint: true }).mtimeNs
  if (mtime(path) !== mtime(mark)) throw new Error('The timestamps were not restored.')
}

/** The changes, as `added src/c.ts`. */
export function said(before: Fingerprint, after: Fingerprint, selection = {}): string[] {
  const render = ({ kind, path }: Change): string => `${kind} ${path}`
  return changesBetween(before.table, after.table, selection)?.changes.map(render) ?? ['no table']
}

/** The changes that two fingerprints show, taken before and after an action. */
export async function changing(space: Workspace, act: () => void): Promise<string[]> {
  const before = await space.take()
  act()
  const after = await space.take()
  const changes = said(before, after)
  if ((after.sha256 === before.sha256) !== (changes.length === 0)) throw new Error('Hash and changes do not agree.')
  return changes
}
