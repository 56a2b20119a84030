import { readFileSync } from 'node:fs'
import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
  type Vitest,
} from 'vitest/node'
import { type Counts, NOTHING } from './counts.ts'
import { LONG } from './scale.ts'
import { nameOf } from './starts.ts'

const BUDGET = 'test/budget.json'
const UNITS: readonly (readonly [keyof Counts, unit: string])[] = [
  ['processes', 'processes'],
  ['git', 'starts of git'],
  ['cases', 'random cases'],
]

/**
 * Prints a line for every tenth of the files, failures as they happen with the command that repeats them, the slowest files,
 * and what the run cost. A whole run that costs more than `test/budget.json` allows has failed.
 */
export class SuiteReporter extends DefaultReporter {
  #files = 0
  #ended = 0
  #printed = 0

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files)
    this.#files = files.length
  }

  /** Vitest's own line for each file, and for each case of a failed one, would fill screens. */
  protected override printTestModule(): void {
    this.#ended++
    const tenths = Math.floor((10 * this.#ended) / this.#files)
    if (this.isTTY || tenths === this.#printed) return
    this.#printed = tenths
    this.log(`${10 * tenths} % of ${this.#files} files after ${Math.round((performance.now() - this.start) / 1000)} s`)
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test)
    if (test.result().state !== 'failed') return
    this.log(`✗ ${test.module.relativeModuleId} > ${test.fullName}`)
    this.log(`  To repeat it: ${commandFor(test)}`)
  }

  override async onTestRunEnd(...[files, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): Promise<void> {
    super.onTestRunEnd(files, errors, reason)
    const slowest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 10)
    if (reason === 'failed') this.log(`Run with Node ${process.version}, ${nameOf(['git', '--version'])}.`)
    this.log('Slowest files:')
    for (const file of slowest) this.log(`${secondsOf(file).toFixed(1).padStart(7)} s  ${file.relativeModuleId}`)
    const spent = sumOf(files)
    this.log(UNITS.map(([name, unit]) => `${spent[name]} ${unit}`).join(', '))
    if (!(await isWhole(this.ctx, files))) return
    for (const [name, unit] of UNITS) {
      const most = budget()[name]
      if (spent[name] <= most) continue
      this.error(`Over the budget: ${spent[name]} ${unit}, and ${BUDGET} allows ${most}. Most are in:`)
      const worst = files.toSorted((a, b) => countsOf(b)[name] - countsOf(a)[name]).slice(0, 10)
      for (const file of worst) this.error(`${String(countsOf(file)[name]).padStart(7)}  ${file.relativeModuleId}`)
      process.exitCode = 1
    }
  }
}

const budget = (): Counts => JSON.parse(readFileSync(BUDGET, 'utf8')) as Counts

const secondsOf = (file: TestModule): number => file.diagnostic().duration / 1000

const countsOf = (file: TestModule): Counts => file.meta().counts ?? NOTHING

const sumOf = (files: readonly TestModule[]): Counts =>
  files.map(countsOf).reduce(
    (sum, one) => ({
      processes: sum.processes + one.processes,
      git: sum.git + one.git,
      cases: sum.cases + one.cases,
    }),
    NOTHING,
  )

/** True if all tests were run, at the length that the budget is for. */
async function isWhole(vitest: Vitest, files: readonly TestModule[]): Promise<boolean> {
  const { shard, testNamePattern, project } = vitest.config
  if (LONG || shard !== undefined || testNamePattern !== undefined || project.length > 0) return false
  return files.length === (await vitest.globTestSpecifications()).length
}

/** The names of a test's suites, and its own. */
const namesOf = (one: TestCase | TestSuite): string[] =>
  one.parent.type === 'module' ? [one.name] : [...namesOf(one.parent), one.name]

function commandFor(test: TestCase): string {
  const seed = process.env['BAILIFF_SEED'] === undefined ? '' : `BAILIFF_SEED=${process.env['BAILIFF_SEED']} `
  const pattern = namesOf(test)
    .join(' ')
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `${seed}${LONG ? 'BAILIFF_LONG=1 ' : ''}npx vitest run ${test.module.relativeModuleId} -t '${pattern.replaceAll("'", `'\\''`)}'`
}
