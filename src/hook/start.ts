#!/usr/bin/env node
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { Script } from 'node:vm'

/**
 * The entry point for people and hosts. Dispatches hook events before loading anything else, because every tool call waits
 * for a hook; anything else goes to the command line.
 */

/** A path instead of an import: the command line is a separate bundle. */
const CLI = './cli.js'

type Hook = (args: string[], folder: string, done: (code: number) => void) => void

/**
 * Runs the hook from the code cache of an earlier start: compiling takes longer than running. Never throws: a broken
 * supervisor must not stop an agent.
 */
function startHook(args: string[]): void {
  try {
    const path = `${__dirname}/${programFor(args)}.cjs`
    const keptPath = `${path}.${process.version}-${process.arch}-${kindOf(args)}.compiled`
    const source = readFileSync(path)
    const kept = readKept(keptPath, source)
    // The source is ASCII; latin1 decodes it fastest.
    const script = new Script(`(function(require,exports){${source.toString('latin1')}\n})`, {
      filename: path,
      ...(kept && { cachedData: kept.compiled }),
    })
    const exports = {} as { hook: Hook }
    script.runInThisContext()(require, exports)
    exports.hook(args, __dirname, (code) => {
      const used = script.cachedDataRejected ? null : kept
      // Cache now, to include the functions that just ran.
      if (used === null || used.dueAt < Date.now())
        keep(keptPath, source, script.createCachedData(), used === null ? FIRST_PAUSE_MS : used.pauseMs * 2)
      process.exit(code)
    })
  } catch (error) {
    process.stderr.write(`bailiff: the hook did not start, so nothing was recorded: ${error}\n`)
  }
}

/**
 * Programs by `<host> <event>`, inserted by the build from hosts/hook-programs.ts. Events around a tool call are the most
 * frequent and need the least code; the end of a turn needs the gate.
 */
declare const HOOK_PROGRAMS: readonly (readonly [event: string, program: string])[]

const programFor = ([host = '', event = '']: string[]): string =>
  new Map(HOOK_PROGRAMS).get(`${host} ${event}`) ?? 'hook'

/** One cache per event: events need different code, and the whole cache is loaded. */
const kindOf = ([, event = '']: string[]): string => (/^[A-Za-z]{1,40}$/.test(event) ? event : 'other')

/** Cached code, and when to refresh it: by then other functions may have run. */
type Kept = { dueAt: number; pauseMs: number; compiled: Buffer }

/** The delay before the first refresh. It doubles after each refresh. */
const FIRST_PAUSE_MS = 1000

/**
 * Reads the cache; null if it is damaged or from another source, because V8 would run it anyway. Format: a line of two
 * numbers, the source, and the code twice, because comparing is ten times faster than hashing. What is only compared is
 * read in blocks: fresh memory for it would cost as much as compiling.
 */
function readKept(path: string, source: Buffer): Kept | null {
  let fd: number | null = null
  try {
    fd = openSync(path, 'r')
    const block = Buffer.allocUnsafe(BLOCK_BYTES)
    const head = block.toString('latin1', 0, readSync(fd, block, 0, HEAD_BYTES, 0))
    const codeAt = head.indexOf('\n') + 1 + source.length
    const codeBytes = (fstatSync(fd).size - codeAt) / 2
    const [dueAt = 0, pauseMs = 0] = head.split(' ', 2).map(Number.parseFloat)
    if (!Number.isInteger(codeBytes) || codeBytes <= 0 || !(dueAt > 0) || !(pauseMs > 0)) return null
    const compiled = Buffer.allocUnsafeSlow(codeBytes)
    if (readSync(fd, compiled, 0, codeBytes, codeAt) !== codeBytes) return null
    const isWhole = holds(fd, codeAt + codeBytes, compiled, block) && holds(fd, codeAt - source.length, source, block)
    return isWhole ? { dueAt, pauseMs, compiled } : null
  } catch {
    return null
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

const BLOCK_BYTES = 1 << 16
/** Longer than any first line. */
const HEAD_BYTES = 64

/** True if a file holds these bytes at a position. */
function holds(fd: number, position: number, bytes: Buffer, block: Buffer): boolean {
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    const part = bytes.subarray(from, from + BLOCK_BYTES)
    const read = readSync(fd, block, 0, part.length, position + from)
    if (!block.subarray(0, read).equals(part)) return false
  }
  return true
}

/**
 * Writes the cache from the second start on: the first often creates a ledger, and that code would be loaded every time. If
 * writing fails, the next start compiles again.
 */
function keep(path: string, source: Buffer, compiled: Buffer, pauseMs: number): void {
  // A fixed name, so that no temporary files pile up. Concurrent writes may damage the file; readKept detects that.
  const temp = `${path}.new`
  const isFirst = !existsSync(path)
  const head = `${Date.now() + pauseMs} ${pauseMs}\n`
  try {
    const fd = openSync(temp, 'w', 0o600)
    try {
      writeFileSync(fd, isFirst ? Buffer.alloc(0) : Buffer.concat([Buffer.from(head), source, compiled, compiled]))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temp, path)
  } catch {
    removeQuietly(temp)
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never created.
  }
}

/** Version managers and upgrades may point `node` at a version too old to parse the other files. */
function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 20 || (major === 20 && minor < 12)
}

function refuse(isHook: boolean): void {
  process.stderr.write(
    `bailiff: Node 20.12 or later is required; this is ${process.version}. Nothing was done. [NODE_TOO_OLD]\n`,
  )
  if (isHook) process.stdout.write('{}\n')
  else process.exitCode = 1
}

// A host always passes its name and an event. Without both, a person ran this command: the command line shows help. Git is no
// host: its hooks are a command.
const isHook = process.argv[2] === 'hook' && process.argv.length > 4 && !/^-|^git$/.test(process.argv[3] ?? '')
if (isTooOld(process.versions.node)) refuse(isHook)
else if (isHook) startHook(process.argv.slice(3))
else import(CLI)
