import { realpathSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import type { Bundle } from '../../controller/bundle.ts'
import { DRIVERS } from '../../controller/drivers/built-in.ts'
import type { BundleFinding } from '../../controller/findings.ts'
import { parseBundle } from '../../controller/parse.ts'
import { sha256 } from '../../ledger/digest.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { readBytes, requireReadable } from '../input/files.ts'
import { json, plural, printable } from '../screens/output.ts'

/** A bundle file: as it was written, and what it means. */
export type BundleFile = { path: string; bytes: Buffer; bundle: Bundle; warnings: BundleFinding[] }

export type ReadBundle = { ok: true; file: BundleFile } | { ok: false; path: string; findings: BundleFinding[] }

const REMEDY = 'Name a bundle file. "bailiff docs controller" says how to write one.'

/** Reads a bundle. Drivers that are not built in are only warned about: a program may supply them. */
export function readBundle(given: string, cwd: string): ReadBundle {
  const path = resolve(cwd, given)
  requireReadable(path, REMEDY)
  const bytes = readBytes(path, REMEDY)
  const parsed = parseBundle(bytes)
  if (!parsed.ok) return { ok: false, path, findings: parsed.findings }
  const strict = parseBundle(bytes, Object.keys(DRIVERS))
  return { ok: true, file: { path, bytes, bundle: parsed.bundle, warnings: strict.ok ? [] : strict.findings } }
}

const MAX_NAME_CHARS = 80

/**
 * The name of the controller that a bundle file runs: `--name`, the bundle's id, or the file's name with a part of the
 * hash of its path, so that two folders do not share a controller.
 */
export function nameOf({ path, bundle }: BundleFile, given: string | undefined): string {
  if (given !== undefined) return given
  if (bundle.bundle_id !== null) return bundle.bundle_id
  const base = basename(path, extname(path))
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[_-]+|[_-]+$/g, '')
  return `${base.slice(0, MAX_NAME_CHARS) || 'bundle'}-${sha256(realpathSync(path)).slice(0, 8)}`
}

/** One line per finding, which editors and terminals turn into links. */
export const findingLines = (path: string, findings: readonly BundleFinding[], kind = ''): string =>
  findings
    .map(({ line, column, message, code }) => `${path}:${line}:${column}  ${kind}${printable(message)} [${code}]\n`)
    .join('')

/** Lists the problems of an invalid bundle. */
export function refuseBundle(path: string, findings: readonly BundleFinding[], args: Args, io: Io): Exit {
  if (args.json) io.out(json({ ok: false, code: 'BUNDLE_INVALID', file: path, findings }))
  else io.err(`${findingLines(path, findings)}${plural(findings.length, 'problem')} [BUNDLE_INVALID]\n`)
  return EXIT.error
}
