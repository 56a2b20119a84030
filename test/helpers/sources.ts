import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'tsdown'
import type { Plugin } from 'vitest/config'

const SOURCES = resolve('src')
const COMPILED = resolve('node_modules/.cache/bailiff-sources')
const STAMP = join(COMPILED, 'stamp')

/** The conformance suite of stores is a part of the tests. */
const isSource = (path: string): boolean => /(?<!\.test)\.ts$/.test(path) && !path.includes('/conformance/')

/**
 * Compiles the sources once for all test processes, module by module, and makes tests import the result. Node loads it in a
 * third of the time, and runs it as it runs what people install. While somebody edits them, tests import the sources themselves.
 */
export function compiledSources(): Plugin {
  let isWatching = false
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    async configResolved({ server }) {
      isWatching = server.watch !== null
      if (!isWatching) await compile()
    },
    resolveId(source, importer) {
      if (isWatching || importer === undefined || !source.startsWith('.')) return null
      const path = resolve(dirname(importer), source)
      if (!path.startsWith(`${SOURCES}/`) || !isSource(path)) return null
      return { id: `${COMPILED}${path.slice(SOURCES.length, -'.ts'.length)}.mjs`, external: true }
    },
  }
}

/** Another run may use the compiled sources at this moment: they are replaced as a whole, and only when they differ. */
async function compile(): Promise<void> {
  const stamp = stampOf(readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isSource).sort())
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  mkdirSync(dirname(COMPILED), { recursive: true })
  const outDir = mkdtempSync(`${COMPILED}-`)
  await build({
    config: false,
    entry: ['src/**/*.ts', '!src/**/{*.test,conformance/*}.ts'],
    root: 'src',
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    unbundle: true,
    sourcemap: 'inline',
    dts: false,
    hash: false,
    fixedExtension: true,
    logLevel: 'silent',
  })
  writeFileSync(join(outDir, 'stamp'), stamp)
  rmSync(COMPILED, { recursive: true, force: true })
  renameSync(outDir, COMPILED)
}

/** Changes when a source is changed, added or removed. */
const stampOf = (names: readonly string[]): string =>
  names
    .map((name) => {
      const { size, mtimeMs } = statSync(join(SOURCES, name))
      return `${name} ${size} ${mtimeMs}\n`
    })
    .join('')
