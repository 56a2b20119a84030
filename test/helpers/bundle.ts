import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'

const built = new Map<string, Promise<string>>()

/** Makes one file of a program in TypeScript, so that processes can run it: once, for all tests of this worker. */
export function bundle(entry: string): Promise<string> {
  const known = built.get(entry) ?? make(entry)
  built.set(entry, known)
  return known
}

async function make(entry: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'bailiff-bundle-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    config: false,
    entry: { program: entry },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    clean: false,
    fixedExtension: true,
    logLevel: 'silent',
  })
  return join(outDir, 'program.mjs')
}
