import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'tsdown'
import type { Plugin } from 'vitest/config'

const SOURCES = resolve('src')
const CACHE = resolve('node_modules/.cache')
const NAME = 'bailiff-sources-'
const DAY_MS = 24 * 3600_000

/** The conformance suite of stores is a part of the tests. */
const isSource = (path: string): boolean => /(?<!\.test)\.ts$/.test(path) && !path.includes('/conformance/')

/**
 * Compiles the sources once for all test processes, module by module, and makes tests import the result. Node loads it in a
 * third of the time, and runs it as it runs what people install. While somebody edits them, tests import the sources themselves.
 */
export function compiledSources(): Plugin {
  let isWatching = false
  let compiled = ''
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    async configResolved({ server }) {
      isWatching = server.watch !== null
      if (!isWatching) compiled = await compile()
    },
    resolveId(source, importer) {
      if (isWatching || importer === undefined || !source.startsWith('.')) return null
      const path = resolve(dirname(importer), source)
      if (!path.startsWith(`${SOURCES}/`) || !isSource(path)) return null
      return { id: `${compiled}${path.slice(SOURCES.length, -'.ts'.length)}.mjs`, external: true }
    },
  }
}

/** Returns the folder of the compiled sources. Each state of the sources has its own: another run may be using an earlier one. */
async function compile(): Promise<string> {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isSource).sort()
  const dir = join(CACHE, `${NAME}${stampOf(names)}`)
  if (existsSync(dir)) return dir
  mkdirSync(CACHE, { recursive: true })
  const outDir = mkdtempSync(`${dir}-`)
  await build({
    config: false,
    entry: ['src/**/*.ts', '!src/**/{*.test,conformance/*}.ts'],
    root: 'src',
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    unbundle: true,
    deps: { neverBundle: [/^[^./]/] },
    // Vitest reads the maps only if a test fails, and names the sources.
    sourcemap: true,
    dts: false,
    hash: false,
    fixedExtension: true,
    logLevel: 'silent',
  })
  for (const name of readdirSync(CACHE).filter((one) => one.startsWith(NAME)))
    if (Date.now() - statSync(join(CACHE, name)).mtimeMs > DAY_MS) rmSync(join(CACHE, name), { recursive: true })
  try {
    renameSync(outDir, dir)
  } catch (error) {
    // The same sources were compiled at the same time.
    if (!existsSync(dir)) throw error
    rmSync(outDir, { recursive: true })
  }
  return dir
}

/** Changes when a source is changed, added or removed, and when the compiler is. */
function stampOf(names: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const name of names) {
    const { size, mtimeMs } = statSync(join(SOURCES, name))
    hash.update(`${name} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
