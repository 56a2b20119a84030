import type { Run } from '../shell/run.ts'
import { inDirectory, known, type Piece, textOf, type Value } from '../shell/value.ts'

const SCRIPTED = /^(?:ba|da|z|k)?sh$|^(?:source|\.)$/

/** Files that the text itself fills, with what it puts into them. */
export function writtenBy(runs: readonly Run[]): Map<string, string> {
  const written = new Map<string, string>()
  for (const run of runs) {
    const target =
      run.name === 'tee' ? run.args.at(-1) : run.redirections.find(({ operator }) => /^>/.test(operator))?.target
    const path = textOf(target ?? []) ?? ''
    const content = path === '' ? null : contentOf(run)
    if (content !== null) written.set(plain(path), content)
  }
  return written
}

/** Hooks of git run by themselves. */
export const isHook = (path: string): boolean => /\/(?:\.git\/hooks|\.husky|\.githooks)\/[^/]+$/.test(`/${path}`)

/** What a run prints, where the text says so. */
function contentOf({ name, args, input }: Run): string | null {
  if (name === 'cat' || name === 'tee') return textOf(input ?? [{ kind: 'unknown' }])
  if (name !== 'echo' && name !== 'printf') return null
  return args
    .map((arg) => textOf(arg) ?? '')
    .join(' ')
    .replaceAll('\\n', '\n')
}

const plain = (path: string): string => path.replace(/^\.\//, '')

/** What a shell, or the kernel, would run of a file that the text has just filled; and hooks of git as they are filled. */
export function writtenText(run: Run, written: ReadonlyMap<string, string>): string[] {
  if (written.size === 0) return []
  const filled = writtenBy([run])
  if (filled.size > 0) return [...filled].flatMap(([path, content]) => (isHook(path) ? [content] : []))
  const content = written.get(plain(textOf(scriptOf(run) ?? []) ?? ''))
  return content === undefined ? [] : [content]
}

/** The file that a run reads its commands from: what a shell is given, or the program itself. */
function scriptOf({ name, program, args }: Run): Value | null {
  if (!SCRIPTED.test(name ?? '')) return program
  if (args.some((arg) => /^-\w*c/.test(textOf(arg) ?? ''))) return null
  return args.find((arg) => !(textOf(arg) ?? '-').startsWith('-')) ?? null
}

/** A script that a run starts and that stands in a file: of a package by its name, or a file of its own. */
export type ScriptNeed =
  | { kind: 'package'; folder: Value; name: string }
  | { kind: 'file'; path: Value; cwds: readonly Value[] }

const MAX_SCRIPTS = 4

/** The scripts in files that runs start. Bounded. */
export const scriptsNamed = (runs: readonly Run[]): ScriptNeed[] => runs.flatMap(scriptsOf).slice(0, MAX_SCRIPTS)

const PACKAGE_RUNNERS = /^(?:npm|pnpm|yarn|bun)$/

function scriptsOf(run: Run): ScriptNeed[] {
  if (PACKAGE_RUNNERS.test(run.name ?? '')) return packageScript(run)
  const script = scriptOf(run)
  const text = textOf(script ?? []) ?? ''
  const isFile = SCRIPTED.test(run.name ?? '') ? text !== '' : text.includes('/')
  return isFile && script !== null ? [{ kind: 'file', path: script, cwds: run.cwds }] : []
}

const FOLDER = /^(?:-C|--prefix|--cwd|--dir)$/

function packageScript({ args, cwds }: Run): ScriptNeed[] {
  const [cwd = [{ kind: 'start' } as Piece]] = cwds
  const texts = args.map((arg) => textOf(arg) ?? '')
  const at = texts.findIndex((text) => FOLDER.test(text))
  const folder = at < 0 ? cwd : inDirectory(cwd, args[at + 1] ?? known('.'))
  const words = texts.filter((text, i) => text !== '' && !text.startsWith('-') && (at < 0 || i !== at + 1))
  const name = /^(?:run|run-script|rum|urn)$/.test(words[0] ?? '') ? words[1] : words[0]
  return name === undefined ? [] : [{ kind: 'package', folder, name: name === 't' ? 'test' : name }]
}
