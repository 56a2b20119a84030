import { execFileSync } from 'node:child_process'

/** Tests with real processes run what people install, so the package is built before any of them. */
export function setup(): void {
  execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--logLevel', 'warn'], { stdio: 'inherit' })
}
