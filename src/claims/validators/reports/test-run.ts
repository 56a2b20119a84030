/** The test results that a runner reports. */
export type TestRun = {
  passed: number
  failed: number
  skipped: number
  /** Names of failed tests, as far as the runner names them. */
  failures: string[]
}

/** Reads the output of a runner; null if it contains no test results. */
export type ReadReport = (output: string) => TestRun | null

/** A test runner: how to read its report, and the options (`idle`) with which it runs no tests. */
export type Runner = { read: ReadReport; idle?: RegExp }

/** Removes terminal colours and carriage returns. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with ESC.
export const plain = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '').replace(/\r\n?/g, '\n')

/** Adds up a run that is reported in several parts, such as the packages of a workspace. */
export function sumOf(parts: readonly Omit<TestRun, 'failures'>[], failures: Iterable<string>): TestRun | null {
  if (parts.length === 0) return null
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => parts.reduce((total, part) => total + part[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures: [...new Set(failures)] }
}

/** Adds up the numbers before these words in a line such as "3 passed, 1 failed". */
export const countOf = (line: string, words: string): number =>
  [...line.matchAll(new RegExp(`(\\d+) (?:${words})\\b`, 'g'))].reduce((total, [, count]) => total + Number(count), 0)

/** Returns the first group of every match. */
export const namesIn = (output: string, pattern: RegExp): string[] =>
  [...output.matchAll(pattern)].map(([, name = '']) => name.trim())
