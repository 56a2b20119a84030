import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Tests with real processes run what people install, so the package is built first, unless nothing has changed. */
export function setup(): void {
  if (newest(['src', 'tsdown.config.ts', 'package.json']) < mtime('dist/hook.cjs')) return
  execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--logLevel', 'error'], { stdio: 'inherit' })
}

const mtime = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newest(paths: readonly string[]): number {
  const children = (path: string) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : []
  return Math.max(...paths.map((path) => Math.max(mtime(path), newest(children(path)))), 0)
}
