import { defineConfig } from 'tsdown'

// Files are replaced in place, never removed first: a test or a person may be running them.
const common = { platform: 'node', target: 'node20', fixedExtension: false, hash: false, clean: false } as const

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', bailiff: 'src/cli/bailiff.ts' },
    format: 'esm',
    dts: { sourcemap: false },
  },
  // The hook is one CommonJS file that loads nothing but Node: every agent tool call pays for its start.
  {
    ...common,
    entry: { hook: 'src/hook/hook.ts' },
    format: 'cjs',
    dts: false,
    minify: true,
    outExtensions: () => ({ js: '.cjs' }),
  },
])
