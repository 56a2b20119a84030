import { defineConfig } from 'vitest/config'

// Tests of the package, its boundaries and its benchmarks. They start heavy tools, so `npm run check` runs them instead of
// `npm test`.
// biome-ignore lint/style/noDefaultExport: vitest requires it
export default defineConfig({
  test: {
    include: ['test/project/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
