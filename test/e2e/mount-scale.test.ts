import { expect, it } from 'vitest'
import { run } from '../helpers/children.ts'
import { program } from '../helpers/programs.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

const WORKERS = LONG ? 1_000 : 150
const BUDGET_BYTES = WORKERS * 1_700

it(`${WORKERS} workers, a hundred at a time, need bounded memory and get fair shares`, async () => {
  const limited = [
    '--max-old-space-size=64',
    program('work-wide'),
    JSON.stringify({ home: tempDir(), workers: WORKERS, budget: BUDGET_BYTES }),
  ]
  const { stdout, stderr, code } = await run(limited)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  const measured = JSON.parse(stdout)
  expect(measured).toMatchObject({ most: 100, failure: null, failures: Math.floor(WORKERS / 100) })
  expect(measured.bytes).toBeLessThanOrEqual(BUDGET_BYTES)
  expect(measured.earlyBytes).toBeLessThanOrEqual(32 << 10)
  // Every worker with a section has the end of its output in it.
  expect(measured.told).toBe(measured.sections)
  expect(measured.sections).toBe(WORKERS)
  // A failure has a guaranteed end; other sections differ by the length of their numbers.
  expect(measured.greatest - measured.least).toBeLessThan(1_200)
  expect(measured.maxRssMb).toBeLessThan(512)
})
