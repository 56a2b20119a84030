import type { z } from 'zod'

/** The schema of each kind's body. */
type Bodies = { readonly [kind: string]: z.ZodType }

/** An entry of a known kind, with its parsed body. */
export type FactOf<Known extends Bodies> = {
  [Kind in keyof Known]: { kind: Kind; body: z.output<Known[Kind]> }
}[keyof Known]

/** Parses an entry. Returns null if its kind is unknown or its body invalid. */
export function parseFact<Known extends Bodies>(
  bodies: Known,
  { kind, body }: { kind: string; body: unknown },
): FactOf<Known> | null {
  const schema = Object.hasOwn(bodies, kind) ? bodies[kind] : undefined
  const read = schema?.safeParse(body)
  return read?.success ? ({ kind, body: read.data } as FactOf<Known>) : null
}
