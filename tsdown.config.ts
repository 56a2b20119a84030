import { defineConfig } from 'tsdown'

const common = { platform: 'node', target: 'node20', fixedExtension: false, hash: false } as const

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
    clean: false,
    outExtensions: () => ({ js: '.cjs' }),
  },
])
