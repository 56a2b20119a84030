/** How a test runs: always, unless a condition skips it, never, or as one that may fail. */
export type TestState = 'runs' | 'conditional' | 'skipped' | 'expected to fail'

/** A test as its file shows it. */
export type FoundTest = {
  /** The suites and the title, or the class and the method, joined by " > ". */
  name: string
  /** A short hash of the body without layout, comments and the names it uses; empty if the body tests nothing. */
  body: string
  state: TestState
  /** True if the body compares something. */
  asserts: boolean
  /** True if the test runs once per row of a table. */
  rows: boolean
  /** Set for a whole file in which no test could be read: a sample of its content. Its name is empty. */
  pieces?: readonly number[]
}

/** The tests of one file, in order; `unread` if the file could not be read to its end. */
export type TestInventory = readonly FoundTest[]
export type ReadInventory = TestInventory | 'unread'

/** A file with more tests is not read: people write a table instead. */
export const MAX_TESTS = 20_000

export const JOINT = ' > '

/** Each test of a suite repeats the suite's title. */
const MAX_NAME = 1_000
const MAX_SUITES = 24

/** Joins the titles of suites and of a test. Of a very long name, the end tells tests apart. */
export const joined = (titles: readonly string[]): string =>
  titles
    .slice(-MAX_SUITES)
    .map((title) => title.slice(0, MAX_NAME))
    .join(JOINT)
    .slice(-MAX_NAME)

/** The stronger of two states: a test in a skipped suite is skipped whatever it says itself. */
export function worst(a: TestState, b: TestState): TestState {
  return RANK[a] >= RANK[b] ? a : b
}

const RANK: { readonly [state in TestState]: number } = {
  runs: 0,
  conditional: 1,
  'expected to fail': 2,
  skipped: 3,
}
