import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { useMemory } from './test/helpers/temp-folder.ts'

// Node 20 reads these certificates at every start, which then takes four times as long; the tests start thousands.
delete process.env['NODE_EXTRA_CA_CERTS']
useMemory()

/** Tests that start processes: by their folder, or by their name. */
const PROCESSES = ['test/e2e/**/*.test.ts', 'test/gate/**/*.test.ts', '{src,test}/**/*.process.test.ts']

export default defineConfig({
  test: {
    // Real processes, disks and kills take as long as they take; a hang still ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One more than there are cores: tests that wait for a process leave theirs idle.
    maxWorkers: availableParallelism() + 1,
    // Loading the sources anew for each file would take longer than many files do.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['{src,test}/**/*.test.ts'],
          exclude: [...PROCESSES, 'test/project/**'],
          setupFiles: ['test/helpers/no-processes.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: PROCESSES, globalSetup: ['test/helpers/build.ts'] },
      },
    ],
  },
})
