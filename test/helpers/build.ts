import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'
import { BUNDLES, PROGRAMS } from './programs.ts'
import { warmUp } from './warm.ts'

/** Builds the package unless nothing has changed: tests with real processes run what people install. */
export async function setup(): Promise<void> {
  if (newest(['src', 'pack', 'scripts/trust-pack.ts', 'tsdown.config.ts', 'package.json']) >= mtime('dist/hook.cjs'))
    execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--no-dts', '--logLevel', 'error'], {
      stdio: 'inherit',
    })
  warmUp()
  await build({
    config: false,
    entry: PROGRAMS,
    outDir: BUNDLES,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    // One file loads faster than the modules of packages.
    deps: { alwaysBundle: [/./] },
    clean: false,
    hash: false,
    fixedExtension: true,
    logLevel: 'silent',
  })
}

const mtime = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newest(paths: readonly string[]): number {
  const children = (path: string) =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => (isTest(name) ? [] : join(path, name))) : []
  return Math.max(...paths.map((path) => Math.max(mtime(path), newest(children(path)))), 0)
}

const isTest = (name: string): boolean => name.endsWith('.test.ts')
