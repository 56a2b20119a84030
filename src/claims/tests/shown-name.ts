import type { FoundTest } from './found-test.ts'

/** The name of a test for people; of a whole file, its path. */
export const shownName = (path: string, { name }: FoundTest): string => (name === '' ? path : `${path}: ${name}`)
