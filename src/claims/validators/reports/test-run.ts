/** What a test runner says of its own run. */
export type TestRun = {
  passed: number
  failed: number
  skipped: number
  /** The names of tests that failed, as far as they are told. */
  failures: string[]
}

/** Reads what a runner printed; null where it says nothing of tests. */
export type ReadReport = (output: string) => TestRun | null

/** What is to be known of a test runner: how its report is read, and the options with which it runs no test. */
export type Runner = { read: ReadReport; idle?: RegExp }

/** Terminals' colours say nothing of tests. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with.
export const plain = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '').replace(/\r\n?/g, '\n')

/** A run that is told in several parts, as by the packages of a workspace. */
export function sumOf(parts: readonly Omit<TestRun, 'failures'>[], failures: Iterable<string>): TestRun | null {
  if (parts.length === 0) return null
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => parts.reduce((total, part) => total + part[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures: [...new Set(failures)] }
}

/** The number before one of these words in a line such as "3 passed, 1 failed"; 0 where there is none. */
export const countOf = (line: string, words: string): number =>
  [...line.matchAll(new RegExp(`(\\d+) (?:${words})\\b`, 'g'))].reduce((total, [, count]) => total + Number(count), 0)

/** What the first group of a pattern finds, line by line. */
export const namesIn = (output: string, pattern: RegExp): string[] =>
  [...output.matchAll(pattern)].map(([, name = '']) => name.trim())
