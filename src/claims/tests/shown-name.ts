import type { FoundTest } from './found-test.ts'

/** The name of a test for people. */
export const shownName = (path: string, { name }: FoundTest): string => `${path}: ${name}`
