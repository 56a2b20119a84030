import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlain } from '../../../ledger/stores/files/disk.ts'
import type { TestKind } from '../../../policy/policy.ts'
import type { Environment } from '../../../process/environment.ts'
import type { RunResult } from '../../../process/result.ts'
import { readingOf } from '../../../project/look.ts'
import { passOn, testRunsOf } from '../../../project/pass-on.ts'
import { isCountingKind } from '../../../project/runners.ts'
import { RUNNERS } from '../test-kinds.ts'

const MAX_BYTES = 64 << 20

/** A command that runs tests; `cwd` is relative to the root. */
export type TestCommand = { kind: TestKind; root: string; cwd: string; words: readonly string[]; env: Environment }

/**
 * Runs a command so that its runner names its tests, in its output or in a report outside the workspace, which is removed
 * afterwards. What is asked for is no part of the check: a runner that refuses it runs again without.
 */
export async function runNaming(
  command: TestCommand,
  run: (words: readonly string[], env: Environment) => Promise<RunResult>,
): Promise<RunResult & { names: string | null }> {
  const { naming, report: asked } = RUNNERS[command.kind]
  const plain = async () => ({ ...(await run(command.words, command.env)), names: null })
  if (naming === undefined && asked === undefined) return plain()
  const folder = mkdtempSync(join(tmpdir(), 'bailiff-names-'))
  try {
    const report = join(folder, 'names')
    const words = wordsFor(command, asked?.words?.(report) ?? [])
    if (words === null) return plain()
    const own = { ...naming?.(command.env, report), ...asked?.env?.(command.env, report) }
    const ran = await run(words, { ...command.env, ...own })
    const names = textOf(report)
    return names === null && isRefused(ran, asked?.words?.(report) ?? [], report) ? plain() : { ...ran, names }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The command with the words that ask for a report; null if they cannot reach the runner, or if it starts several runs. */
function wordsFor({ kind, root, cwd, words }: TestCommand, more: readonly string[]): readonly string[] | null {
  if (RUNNERS[kind].report === undefined || !isCountingKind(kind)) return words
  const [listing, dir] = [readingOf(root), cwd === '.' ? '' : `${cwd}/`]
  const runs = testRunsOf(listing, dir, words)
  if (runs === null || runs.length > 1 || runs.some((command) => OWN_REPORT.test(command))) return null
  return more.length === 0 ? words : passOn(listing, dir, words, kind, more)
}

/** A report that the project wants stays as it is. */
const OWN_REPORT =
  /--(?:junit-path|log-junit|reporter-outfile|reporter-options?|output-file|out)\b|(?:^| )-[Oo]\b|--reporter[= ]\S*(?:junit|json|html|blob|xunit|\.)/

/** True if the runner, or a package manager before it, did not know what it was asked for: it says so. */
function isRefused({ exit, stdout, stderr }: RunResult, asked: readonly string[], report: string): boolean {
  const options = asked.flatMap((word) => /^--[\w-]+/.exec(word) ?? [])
  const output = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`.replace(STARTED, '')
  return exit !== 0 && (UNKNOWN.test(output) || [report, ...options].some((word) => output.includes(word)))
}

const UNKNOWN = /\b(?:unknown|unrecogni[sz]ed|unexpected|invalid|bad) (?:option|argument|flag|reporter)\b/i

/** Package managers repeat the command that they start. */
const STARTED = /^(?:> |\$ |Task ).*$/gm

function textOf(path: string): string | null {
  try {
    const read = readPlain(path, MAX_BYTES)
    return read.kind === 'read' ? read.bytes.toString('utf8') : null
  } catch {
    return null
  }
}
