import { JOINT } from '../tests/found-test.ts'

/** The last part of a test's name, without the row that it ran for. */
export const titleOf = (name: string): string =>
  (name.split(JOINT).at(-1)?.split('::').at(-1) ?? '').replace(/\[.*\]$/s, '').trim()
