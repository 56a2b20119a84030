import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts'],
    // Real processes, disks and kills take as long as they take; a hang still ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Two of these at once already keep a small machine busy with child processes.
    maxWorkers: 2,
  },
})
