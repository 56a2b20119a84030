import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SuiteReporter } from './test/helpers/reporter.ts'
import { drawSeed } from './test/helpers/scale.ts'
import { compiledSources } from './test/helpers/sources.ts'
import { useOwnFolder } from './test/helpers/temp-folder.ts'

// Node 20 reads these certificates at every start, which makes it four times slower; the tests start thousands.
delete process.env['NODE_EXTRA_CA_CERTS']
// Screens show local time. Tests that compare them pass in any zone this way.
process.env['TZ'] = 'UTC'
useOwnFolder()
drawSeed()

/** Tests that start processes, by folder or by name. */
const PROCESSES = ['test/e2e/**/*.test.ts', 'test/gate/**/*.test.ts', '{src,test}/**/*.process.test.ts']

export default defineConfig({
  test: {
    // Generous, because real processes, disks and kills are slow; still ends a hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Reloading the sources for each file would take longer than many of the tests.
    isolate: false,
    reporters: [new SuiteReporter()],
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        plugins: [compiledSources()],
        test: {
          name: 'quick',
          include: ['{src,test}/**/*.test.ts'],
          exclude: [...PROCESSES, 'test/project/**'],
          setupFiles: ['test/helpers/count.ts', 'test/helpers/no-processes.ts'],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [compiledSources()],
        test: {
          name: 'processes',
          include: PROCESSES,
          globalSetup: ['test/helpers/build.ts'],
          setupFiles: ['test/helpers/count.ts'],
          // Starting a process copies the page tables of the worker, so the worker stays small.
          execArgv: ['--single-threaded-gc', '--max-semi-space-size=2'],
          // More than there are cores: tests that wait for a process leave their core idle.
          maxWorkers: availableParallelism() + 3,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
