import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { LONG } from './scale.ts'

/** Runs a script of package.json as `npm run` does, a tenth of a second instead of half a second after it was started. */
const NPM = `#!/usr/bin/env node
const { scripts } = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'))
const name = process.argv.slice(2).find((word) => word !== 'run' && !word.startsWith('-'))
const env = { ...process.env, PATH: require('node:path').resolve('node_modules/.bin') + ':' + process.env.PATH }
const { status } = require('node:child_process').spawnSync(scripts[name], { shell: true, stdio: 'inherit', env })
process.exit(status ?? 1)
`

let path: string | undefined

/** The search path with a quick npm, for tests of something else. The long suite runs the real one. */
export function quickNpm(): string {
  const real = process.env['PATH'] ?? ''
  if (LONG) return real
  if (path === undefined) {
    const bin = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
    writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 })
    path = [bin, real].join(delimiter)
  }
  return path
}
