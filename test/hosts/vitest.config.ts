import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest requires it
export default defineConfig({
  test: {
    include: ['test/hosts/*.scenarios.ts'],
    globalSetup: ['test/helpers/build.ts'],
    reporters: ['verbose'],
    // A program that hangs is killed before that, and its output is shown.
    testTimeout: 180_000,
    // One program at a time: each is heavy, and starts a hook for every event.
    fileParallelism: false,
  },
})
