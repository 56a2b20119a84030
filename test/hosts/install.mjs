/**
 * Gets agent programs from the npm registry into a cache outside the clone, each version once. A version that is
 * there works: it is installed beside its place, started once, and only then moved in.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The programs, at the versions whose contracts the adapters were written for. `scripts`: the package puts its program in
 * place with a script. Those of Gemini CLI's packages compile parts for 10 s, of which it brings a compiled one or needs none.
 */
export const HOSTS = {
  'claude-code': { package: '@anthropic-ai/claude-code', version: '2.1.197', bin: 'claude', scripts: true },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  codex: { package: '@openai/codex', version: '0.166.0', bin: 'codex' },
}

/** The number of other versions to try if one has no build for this machine. */
const MAX_OLDER = 4
const MAX_NEWER = 1

/** Thrown if a version cannot be installed here although the registry answers: another version may work. */
class Unavailable extends Error {}

/** Installs a host, or the nearest version of it that this machine can have; returns the program and its version. */
export async function install(name) {
  const host = HOSTS[name]
  for (const version of versions(host)) {
    try {
      const dir = await installed(name, host, version)
      if (version !== host.version) shout(`${name} ${host.version} cannot be installed here; using ${version} instead.`)
      return { version, bin: binIn(dir, host) }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      console.log(`${name} ${version}: ${error.message}`)
    }
  }
  throw new Error(
    `No version of ${host.package} near ${host.version} can be had on ${process.platform}-${process.arch}.`,
  )
}

export function shout(text) {
  console.log(`\n!!! ${text}\n`)
}

/** The pinned version, then its neighbours, older ones first; those are asked for only when needed. */
function* versions(host) {
  yield host.version
  const list = execFileSync('npm', ['view', host.package, 'versions', '--json'], { encoding: 'utf8' })
  const released = JSON.parse(list).filter((version) => /^\d+\.\d+\.\d+$/.test(version))
  const older = released
    .filter((version) => compare(version, host.version) < 0)
    .sort(compare)
    .reverse()
  const newer = released.filter((version) => compare(version, host.version) > 0).sort(compare)
  yield* [...older.slice(0, MAX_OLDER), ...newer.slice(0, MAX_NEWER)]
}

const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true })

async function installed(name, host, version) {
  const dir = join(cache(), `${name}-${version}`)
  if (existsSync(dir)) return dir
  mkdirSync(dirname(dir), { recursive: true })
  const temp = mkdtempSync(`${dir}.`)
  try {
    console.log(`${name} ${version}: installing`)
    await npmInstall(temp, host, version)
    const { error, said } = await ran(binIn(temp, host), ['--version'], { timeout: 60_000 })
    if (error) throw new Unavailable(`installed, but does not start: ${said || error}`)
    putInPlace(temp, dir)
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  return dir
}

async function npmInstall(dir, { package: name, scripts = false }, version) {
  // Without a package.json here, npm would install into an enclosing project.
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', `--ignore-scripts=${!scripts}`]
  const { error, said } = await ran('npm', ['install', ...options, `${name}@${version}`], { cwd: dir })
  if (!error) return
  if (/\b(?:ETARGET|E404|EBADPLATFORM)\b/.test(said)) throw new Unavailable(said)
  throw new Error(`npm could not install ${name}@${version}. The host tests need the npm registry.\n${said || error}`)
}

/** Runs a program to its end; returns what it printed, and the error if it failed. */
const ran = (command, args, options) =>
  new Promise((done) => {
    execFile(command, args, options, (error, out, err) => done({ error, said: `${out}${err}`.trim() }))
  })

/** Somebody else may have been faster; what they put there is as good. */
function putInPlace(temp, dir) {
  try {
    renameSync(temp, dir)
  } catch (error) {
    if (!existsSync(dir)) throw error
  }
}

const binIn = (dir, { package: name, bin }) => {
  const home = join(dir, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bins === 'string' ? bins : bins[bin])
}

function cache() {
  const { BAILIFF_HOSTS_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (BAILIFF_HOSTS_CACHE) return BAILIFF_HOSTS_CACHE
  const caches = {
    darwin: join(homedir(), 'Library', 'Caches'),
    win32: LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'),
  }
  return join(caches[process.platform] ?? (XDG_CACHE_HOME || join(homedir(), '.cache')), 'bailiff-hosts')
}
