import { z } from 'zod'

/** Returns the first problem of a value and its place, such as `settings.path: must be text`, or null. */
export function faultIn(schema: z.ZodType, value: unknown, name: string): string | null {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue === undefined ? null : `${[name, ...issue.path].join('.')}: ${issue.message}`
}

/** Text that programs and files accept as a name. */
export const NAME = z
  .string('must be text')
  .min(1, 'must not be empty')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
  .refine((text) => text.isWellFormed(), 'must be valid Unicode')
