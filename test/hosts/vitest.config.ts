import { defineConfig } from 'vitest/config'
import { compiledSources } from '../helpers/sources.ts'
import { useOwnFolder } from '../helpers/temp-folder.ts'

// Node reads these certificates at every start, which makes it four times slower.
delete process.env['NODE_EXTRA_CA_CERTS']
useOwnFolder()

// biome-ignore lint/style/noDefaultExport: vitest requires it
export default defineConfig({
  plugins: [compiledSources()],
  test: {
    execArgv: ['--enable-source-maps'],
    include: ['test/hosts/*.scenarios.ts'],
    globalSetup: ['test/helpers/build.ts'],
    // One line for each file; a failed row is shown in full.
    slowTestThreshold: 600_000,
    silent: 'passed-only',
    // A program that hangs is killed before that, and its output is shown.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each program is heavy, and starts a hook for every event.
    maxWorkers: 2,
    isolate: false,
  },
})
