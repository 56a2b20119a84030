import { defineConfig } from 'tsdown'

// Files are replaced in place, never removed first: a test or a person may be running them.
const common = { platform: 'node', target: 'node20', fixedExtension: false, hash: false, clean: false } as const

// What hosts start is CommonJS and small: every tool call of an agent pays for what Node reads of it.
const started = { ...common, format: 'cjs', dts: false, minify: true, outExtensions: () => ({ js: '.cjs' }) } as const

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', cli: 'src/cli/bailiff.ts' },
    format: 'esm',
    dts: { sourcemap: false },
  },
  // A Node that is too old for the rest still reads this one, and is told so.
  { ...started, target: 'node14', entry: { bailiff: 'src/hook/start.ts' } },
  // The hook is one file that loads nothing but Node; for the most frequent events there is one with less in it.
  { ...started, entry: { hook: 'src/hook/hook.ts' } },
  { ...started, entry: { observe: 'src/hook/observe.ts' } },
  { ...started, entry: { propose: 'src/hook/propose.ts' } },
])
