import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { useMemory } from './test/helpers/temp-folder.ts'

// Node 20 reads these certificates at every start, which makes it four times slower; the tests start thousands.
delete process.env['NODE_EXTRA_CA_CERTS']
// Screens show local time. Tests that compare them pass in any zone this way.
process.env['TZ'] = 'UTC'
useMemory()

/** Tests that start processes, by folder or by name. */
const PROCESSES = ['test/e2e/**/*.test.ts', 'test/gate/**/*.test.ts', '{src,test}/**/*.process.test.ts']

export default defineConfig({
  test: {
    // Generous, because real processes, disks and kills are slow; still ends a hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One more than there are cores: tests that wait for a process leave their core idle.
    maxWorkers: availableParallelism() + 1,
    // Reloading the sources for each file would take longer than many of the tests.
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
