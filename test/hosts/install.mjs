/**
 * Gets agent programs from the npm registry into a cache outside the clone, each version once. A version that is
 * there works: it is installed beside its place, started once, and only then moved in.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The programs, at the versions whose contracts the adapters were written for. */
export const HOSTS = {
  'claude-code': { package: '@anthropic-ai/claude-code', version: '2.1.197', bin: 'claude' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  codex: { package: '@openai/codex', version: '0.166.0', bin: 'codex' },
}

/** The number of other versions to try if one has no build for this machine. */
const MAX_OLDER = 4
const MAX_NEWER = 1

/** Thrown if a version cannot be installed here although the registry answers: another version may work. */
class Unavailable extends Error {}

/** Installs a host, or the nearest version of it that this machine can have; returns the program and its version. */
export function install(name) {
  const host = HOSTS[name]
  for (const version of versions(host)) {
    try {
      const dir = installed(name, host, version)
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

function installed(name, host, version) {
  const dir = join(cache(), `${name}-${version}`)
  if (existsSync(dir)) return dir
  mkdirSync(dirname(dir), { recursive: true })
  const temp = mkdtempSync(`${dir}.`)
  try {
    console.log(`${name} ${version}: installing`)
    npmInstall(temp, `${host.package}@${version}`)
    const said = spawnSync(binIn(temp, host), ['--version'], { encoding: 'utf8', timeout: 60_000 })
    if (said.status !== 0) throw new Unavailable(`installed, but does not start: ${said.stderr || said.error}`)
    putInPlace(temp, dir)
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  return dir
}

function npmInstall(dir, spec) {
  // Without a package.json here, npm would install into an enclosing project.
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', spec], {
    cwd: dir,
    encoding: 'utf8',
  })
  if (npm.status === 0) return
  const said = `${npm.stdout ?? ''}${npm.stderr ?? ''}${npm.error ?? ''}`.trim()
  if (/\b(?:ETARGET|E404|EBADPLATFORM)\b/.test(said)) throw new Unavailable(said)
  throw new Error(`npm could not install ${spec}. The host tests need the npm registry.\n${said}`)
}

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
