import { defineConfig } from 'vitest/config'

// Tests of the packed package need the npm registry, so they are part of `npm run check` instead of `npm test`.
// biome-ignore lint/style/noDefaultExport: vitest asks for it
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
