import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { useOwnFolder } from '../helpers/temp-folder.ts'

// Node reads these certificates at every start, which makes it four times slower.
delete process.env['NODE_EXTRA_CA_CERTS']
useOwnFolder()

/** The files that take longest begin first, so that none runs alone at the end. */
const LONGEST = ['work', 'doctor', 'plugin', 'gemini.gate', 'gemini.held', 'outcomes', 'install']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => basename(moduleId).includes(part))
      return at === -1 ? LONGEST.length : at
    }
    return [...files].sort((a, b) => rank(a) - rank(b))
  }
}

// biome-ignore lint/style/noDefaultExport: vitest requires it
export default defineConfig({
  test: {
    include: ['test/hosts/*.scenarios.ts'],
    globalSetup: ['test/helpers/build.ts'],
    // One line for each file; a failed row is shown in full.
    slowTestThreshold: 600_000,
    silent: 'passed-only',
    // A program that hangs is killed before that, and its output is shown.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One more than there are cores: a program that waits leaves its core idle. More than four would need much memory.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    sequence: { sequencer: LongestFirst },
    isolate: false,
  },
})
