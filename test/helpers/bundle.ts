import { join } from 'node:path'
import { build } from 'tsdown'
import { tempDir } from './temp.ts'

/** Makes one file of a program in TypeScript, so that processes can run it; it goes with the test. */
export async function bundle(entry: string): Promise<string> {
  const outDir = tempDir()
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
