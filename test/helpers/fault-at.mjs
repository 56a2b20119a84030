/**
 * Preloaded into a process under test (`node --import`): kills or stops the process at one of its file operations, or
 * makes that operation fail. Only operations that change files below `home` count, so that every state a crash can leave
 * occurs once. The fault is JSON in BAILIFF_FAULT: `{ home, at, how, on? }`. `at` counts from 1; if `on` is given, it
 * counts only operations whose label (`sync ledger/session/a.jsonl`) begins with it.
 *
 * how = "kill"  SIGKILL just before the operation
 *       "half"  SIGKILL after half of a write; only writes count, except those of heads: a head fits in one page, so a
 *               signal cannot cut it in two
 *       "stop"  SIGSTOP just before the operation, which happens after SIGCONT
 *       "full"  this operation and all later ones that need space fail with ENOSPC
 *       E…      this operation fails with that code, once
 *
 *       "copies"  nothing fails: a copy of `home` as a kill would leave it is put into the folder `into` before each
 *               operation (`kill-1` …) and after half of each write (`half-1` …), with the output until then beside it;
 *               with `at` only of each operation whose number it divides
 *
 * With `at: 0` nothing fails; each operation that would count is printed on standard error instead: `could <label>`, or
 * `could <kill or half> <label>` with copies.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative, resolve } from 'node:path'

const fault = JSON.parse(process.env.BAILIFF_FAULT)
const home = resolve(fault.home)
const real = { ...fs }
const pathOf = new Map()
let count = 0
let isInside = false
let isFull = false

const NEEDS_SPACE = new Set(['create', 'write', 'mkdir', 'link', 'rename'])

/**
 * Wraps a function of `fs` to count its calls below home. Nested calls do not count. `writeHalf` does half of a write, and
 * `writeRest` the other half.
 */
function patch(name, verb, target, writeHalf = null, writeRest = null) {
  const original = real[name]
  fs[name] = (...args) => {
    const path = isInside ? undefined : target(args)
    if (path !== home && !path?.startsWith(`${home}/`)) return original.apply(fs, args)
    isInside = true
    try {
      const label = `${verb} ${relative(home, path)}`
      if (fault.how !== 'copies') strike(verb, label, () => writeHalf?.(args))
      else if (copies(verb, label, () => writeHalf(args))) return writeRest(args)
      return original.apply(fs, args)
    } finally {
      isInside = false
    }
  }
}

function strike(verb, label, writeHalf) {
  if (isFull && NEEDS_SPACE.has(verb)) throw failure('ENOSPC', label)
  if (fault.on !== undefined && !label.startsWith(fault.on)) return
  if (fault.how === 'half' && !isHalved(verb, label)) return
  if (fault.how === 'full' && !NEEDS_SPACE.has(verb)) return
  if (fault.at === 0) real.writeSync(2, `could ${label}\n`)
  if (++count !== fault.at) return
  real.writeSync(2, `hit ${label}\n`)
  act(label, writeHalf)
}

const isHalved = (verb, label) => verb === 'write' && !label.startsWith('write heads/')

const copied = { kill: 0, half: 0 }
let printed = ''

/** Copies what a kill would leave; true if half of the write was done for it. */
function copies(verb, label, writeHalf) {
  if (fault.on !== undefined && !label.startsWith(fault.on)) return false
  copyHome('kill', label)
  if (!isHalved(verb, label)) return false
  writeHalf()
  copyHome('half', label)
  return true
}

function copyHome(how, label) {
  const to = join(fault.into, `${how}-${++copied[how]}`)
  if (fault.at > 0 && copied[how] % fault.at !== 0) return
  real.writeSync(2, `could ${how} ${label}\n`)
  if (real.existsSync(home)) copyTree(home, to, new Map())
  real.writeFileSync(`${to}.out`, printed)
}

/** Copies a folder with its times and hard links: a lock is a link to the file that names its owner. */
function copyTree(from, to, links) {
  const { mode, atime, mtime } = real.lstatSync(from)
  real.mkdirSync(to, { recursive: true, mode })
  for (const entry of real.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target, links)
    else copyFile(source, target, links)
  }
  real.utimesSync(to, atime, mtime)
}

function copyFile(source, target, links) {
  const { ino, nlink, atime, mtime } = real.lstatSync(source)
  const linked = links.get(ino)
  if (linked !== undefined) return real.linkSync(linked, target)
  if (nlink > 1) links.set(ino, target)
  real.copyFileSync(source, target)
  real.utimesSync(target, atime, mtime)
}

function act(label, writeHalf) {
  if (fault.how === 'stop') return process.kill(process.pid, 'SIGSTOP')
  if (fault.how === 'half') writeHalf()
  if (fault.how === 'kill' || fault.how === 'half') process.kill(process.pid, 'SIGKILL')
  isFull = fault.how === 'full'
  throw failure(isFull ? 'ENOSPC' : fault.how, label)
}

const failure = (code, label) =>
  Object.assign(new Error(`${code}: injected, ${label}`), { code, syscall: label.split(' ')[0] })

const firstPath = ([path]) => (typeof path === 'string' ? resolve(path) : undefined)
const secondPath = ([, path]) => resolve(path)
const byFd = ([fd]) => pathOf.get(fd)

patch('mkdirSync', 'mkdir', firstPath)
patch('linkSync', 'link', secondPath)
patch('renameSync', 'rename', secondPath)
patch('unlinkSync', 'remove', firstPath)
patch('rmSync', 'remove', ([path]) => (real.existsSync(path) ? resolve(path) : undefined))
patch('utimesSync', 'touch', firstPath)
patch('ftruncateSync', 'truncate', byFd)
patch('fdatasyncSync', 'sync', byFd)
patch('fsyncSync', 'sync', byFd)
patch(
  'writeSync',
  'write',
  byFd,
  ([fd, data, offset, length, position]) => real.writeSync(fd, data, offset, Math.floor(length / 2), position),
  ([fd, data, offset, length, position]) => {
    // Text is never cut.
    if (typeof data === 'string') return data.length
    const half = Math.floor(length / 2)
    return half + real.writeSync(fd, data, offset + half, length - half, position === null ? null : position + half)
  },
)
patch(
  'writeFileSync',
  'write',
  firstPath,
  ([path, data, options]) => real.writeFileSync(path, data.slice(0, data.length / 2), options),
  ([path, data]) => real.writeFileSync(path, data),
)
if (fault.how === 'copies') {
  const counted = fs.writeSync
  fs.writeSync = (fd, data, ...rest) => {
    if (fd === 1) printed += data
    return counted(fd, data, ...rest)
  }
}

const creates = (flags) =>
  typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(flags ?? 'r')
patch('openSync', 'create', ([path, flags]) =>
  creates(flags) && !real.existsSync(path) ? firstPath([path]) : undefined,
)
const countedOpen = fs.openSync
fs.openSync = (path, ...rest) => {
  const fd = countedOpen(path, ...rest)
  if (typeof path === 'string') pathOf.set(fd, resolve(path))
  return fd
}
fs.closeSync = (fd) => {
  pathOf.delete(fd)
  return real.closeSync(fd)
}

syncBuiltinESMExports()
