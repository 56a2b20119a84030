import { z } from 'zod'
import { readCommand } from './command.ts'
import { isKind, kindFault } from './kind-names.ts'
import { expandBraces, globFault, pathFault, pinFault } from './paths.ts'
import { unknownWord } from './suggest.ts'
import { weakness } from './weak.ts'

/** The building blocks of the policy schema. Every length is limited. */

/** An object that rejects unknown keys and suggests the known key that was probably meant. */
export const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    // One line per key, in order: `problems.ts` adds the position of each.
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? (keys as string[]).map((key) => unknownWord('field', key, Object.keys(shape))).join('\n')
        : undefined,
  })

const faultless = (fault: (text: string) => string | null, maxLength = 500) =>
  z
    .string()
    .max(maxLength)
    .superRefine((text, ctx) => {
      const message = fault(text)
      if (message !== null) ctx.addIssue({ code: 'custom', message: `"${text}": ${message}` })
    })

export const path = faultless(pathFault)
/** A folder inside or outside the project. */
export const folder = faultless((text) => pathFault(text.replace(/^(?:~\/|\/)(?=.)/, '')))
export const glob = faultless(globFault)
const pin = faultless(
  (text) =>
    expandBraces(text)
      .map(pinFault)
      .find((fault) => fault !== null) ?? null,
)
export const globs = z
  .union([glob.transform((one) => [one]), z.array(glob).min(1).max(200)])
  .transform((all) => all.flatMap(expandBraces))
export const pins = z.array(pin).max(200)

const NAME = /^[a-z][a-z0-9_]{0,63}$/

/** The name of a validator, scope, route or argument. */
export const name = z
  .string()
  .regex(
    NAME,
    'a name must start with a lowercase letter and contain only lowercase letters, digits and _, 64 characters at most.',
  )

export const named = <Value extends z.ZodType>(value: Value) => z.record(name, value)

export const seconds = z.int().min(1).max(3600)

/** `example.org`, `*.example.org`, `localhost:8080`. */
export const host = z
  .string()
  .max(255)
  .regex(
    /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
    'write a host in lowercase, such as api.example.org or *.example.org, without https:// or a path.',
  )

/** `tap` is a program, too. */
const isMisplaced = (program: string, words: readonly unknown[]): boolean =>
  isKind(program) && (program !== 'tap' || words.length === 1)

/** A command as one line or a list of words. Commands that prove nothing are rejected. */
export const command = z
  .union([z.string().max(2000), z.array(z.string().max(2000)).min(1).max(100)])
  .superRefine((given, ctx) => {
    const read = readCommand(given)
    const [program = ''] = read.ok ? read.tokens : []
    const fault = read.ok ? (isMisplaced(program, read.tokens) ? kindFault(program) : weakness(read.tokens)) : read.why
    if (fault !== null) ctx.addIssue({ code: 'custom', message: `Command: ${fault}` })
  })
