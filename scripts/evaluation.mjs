/** Shared by the evaluations: imports TypeScript sources and reads labelled lines. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

/** Inside the project, so that the built files find its packages. */
const CACHE = 'node_modules/.cache'

/** Calls `evaluate` with a function that imports TypeScript sources. Deletes the built files afterwards. */
export async function withSources(evaluate) {
  mkdirSync(CACHE, { recursive: true })
  const dir = mkdtempSync(join(CACHE, 'bailiff-eval-'))
  const common = { config: false, outDir: dir, format: 'esm', platform: 'node', target: 'node20', fixedExtension: true }
  const load = async (entry, name) => {
    await build({ ...common, entry: { [name]: entry }, dts: false, clean: false, logLevel: 'silent' })
    return import(pathToFileURL(join(dir, `${name}.mjs`)).href)
  }
  try {
    await evaluate(load)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Reads one JSON value per line. */
export const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
