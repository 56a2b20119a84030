import { defineConfig } from 'vitest/config'

// Tests of the package, its boundaries and its bench. They need the npm registry or start heavy tools, so they are part of
// `npm run check` instead of `npm test`.
// biome-ignore lint/style/noDefaultExport: vitest asks for it
export default defineConfig({
  test: {
    include: ['test/project/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
