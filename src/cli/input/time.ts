import { UsageError } from '../command.ts'

/** Reads a date or a time as ISO 8601 has them. A time without a zone is local. Throws a UsageError. */
export function timeIn(given: string): string {
  const time = new Date(given)
  if (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(time.getTime())) return time.toISOString()
  throw new UsageError(`"${given}" is not a time. Write a date or a time such as 2026-03-01T09:00:00Z.`)
}
