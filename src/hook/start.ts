#!/usr/bin/env node
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { Script } from 'node:vm'

/**
 * What people and hosts start. A hook is dispatched before anything else is loaded, because each tool call of an agent
 * waits for one; everybody else gets the command line.
 */

/** By name, because it is built apart. */
const CLI = './cli.js'

type Hook = (args: string[], folder: string, done: (code: number) => void) => void

/**
 * Runs the hook from code compiled by an earlier start, kept beside it: compiling it anew would take longer than what it
 * does. Never fails: no agent is stopped because its supervisor is broken.
 */
function startHook(args: string[]): void {
  try {
    const path = `${__dirname}/${programFor(args)}.cjs`
    const keptPath = `${path}.${process.version}-${process.arch}-${kindOf(args)}.compiled`
    const source = readFileSync(path)
    const kept = readKept(keptPath, source)
    // It is plain ASCII, and so read without a look at every byte.
    const script = new Script(`(function(require,exports){${source.toString('latin1')}\n})`, {
      filename: path,
      ...(kept && { cachedData: kept.compiled }),
    })
    const exports = {} as { hook: Hook }
    script.runInThisContext()(require, exports)
    exports.hook(args, __dirname, (code) => {
      const used = script.cachedDataRejected ? null : kept
      // Now, so that what ran is part of it, beside all that ran before.
      if (used === null || used.dueAt < Date.now())
        keep(keptPath, source, script.createCachedData(), used === null ? FIRST_PAUSE_MS : used.pauseMs * 2)
      process.exit(code)
    })
  } catch (error) {
    process.stderr.write(`bailiff: the hook did not start, nothing was recorded: ${error}\n`)
  }
}

/**
 * Programs by `<host> <event>`, put in by the build from the registry of hosts (hosts/hook-programs.ts). Events around a
 * tool call are the most frequent, and each needs only a part of the rest; at the end of a turn claims are judged.
 */
declare const HOOK_PROGRAMS: readonly (readonly [event: string, program: string])[]

const programFor = ([host = '', event = '']: string[]): string =>
  new Map(HOOK_PROGRAMS).get(`${host} ${event}`) ?? 'hook'

/** By event: what one needs of the hook is half of what another does, and all that is kept has to be loaded. */
const kindOf = ([, event = '']: string[]): string => (/^[A-Za-z]{1,40}$/.test(event) ? event : 'other')

/** Compiled code, and when it is time to keep more of it: by then other parts may have run. */
type Kept = { dueAt: number; pauseMs: number; compiled: Buffer }

/** No two starts need quite the same. Each pause is twice as long as the one before. */
const FIRST_PAUSE_MS = 1000

/**
 * What was kept, if it is whole and for this very source: the engine would run whatever it is given. It is kept as a line
 * of two numbers, the source, and the code twice, because comparing takes a tenth of the time of hashing.
 */
function readKept(path: string, source: Buffer): Kept | null {
  try {
    const kept = readFileSync(path)
    const from = kept.indexOf('\n') + 1
    const [dueAt = 0, pauseMs = 0] = kept.toString('latin1', 0, from).split(' ').map(Number)
    const codeAt = from + source.length
    const middle = (codeAt + kept.length) / 2
    const compiled = kept.subarray(codeAt, middle)
    const isWhole = kept.subarray(middle).equals(compiled) && kept.subarray(from, codeAt).equals(source)
    return isWhole && compiled.length > 0 && dueAt > 0 && pauseMs > 0 ? { dueAt, pauseMs, compiled } : null
  } catch {
    return null
  }
}

/**
 * From the second start on: the first often sets up a ledger, and what that took would be loaded for ever after. Where it
 * cannot be kept, the next start compiles again.
 */
function keep(path: string, source: Buffer, compiled: Buffer, pauseMs: number): void {
  // Of one name, so that none is left behind: what two write there at once is damaged, and is seen to be.
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
    // It was never made.
  }
}

/** Version managers and upgrades change what `node` is, also to something that could not read the rest. */
function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 20 || (major === 20 && minor < 12)
}

function refuse(isHook: boolean): void {
  process.stderr.write(
    `bailiff: needs Node 20.12 or later, and this is ${process.version}. Nothing was done. [NODE_TOO_OLD]\n`,
  )
  if (isHook) process.stdout.write('{}\n')
  else process.exitCode = 1
}

// Without host and event it is a person, who wants to know what this is.
const isHook = process.argv[2] === 'hook' && process.argv.length > 4 && !process.argv[3]?.startsWith('-')
if (isTooOld(process.versions.node)) refuse(isHook)
else if (isHook) startHook(process.argv.slice(3))
else import(CLI)
