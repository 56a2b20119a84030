#!/usr/bin/env node
/** Bundles the benchmarks, which are TypeScript, and runs them: see bench.ts. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const outDir = resolve('node_modules/.cache/bailiff-bench')
await build({
  config: false,
  entry: { bench: 'bench/bench.ts', 'fresh-risk': 'bench/fresh-risk.ts' },
  outDir,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: true,
  hash: false,
  clean: false,
  dts: false,
  deps: { skipNodeModulesBundle: true },
  logLevel: 'silent',
})
await import(pathToFileURL(`${outDir}/bench.mjs`).href)
