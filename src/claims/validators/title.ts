import { JOINT } from '../tests/found-test.ts'

/** The last part of a test's name, without the row that it ran for. */
export function titleOf(name: string): string {
  const title = name.split(JOINT).at(-1)?.split('::').at(-1) ?? ''
  const row = title.endsWith(']') ? title.indexOf('[') : -1
  return (row < 0 ? title : title.slice(0, row)).trim()
}
