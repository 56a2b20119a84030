import { afterAll } from 'vitest'
import { takeCounts } from './counts.ts'

// Setup of each test file: tells the reporter what the file cost.
takeCounts()
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from it.
afterAll(({}, { file }) => {
  file.meta.counts = takeCounts()
})
