import { z } from 'zod'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import { subsetFault } from './schema-subset.ts'

/** The schema of an IORef that says nothing about its values. */
export const ANY_SCHEMA = 'json'

const MAX_FAULTS = 3

/**
 * Returns how the value breaks the schema, or null if it fits. A schema that is only a name describes nothing that can
 * be checked, so every value fits it.
 */
export function checkAgainst(schema: string | JsonObject, value: Json): string | null {
  if (typeof schema === 'string') return null
  const compiled = compile(schema)
  if (!compiled.ok) return compiled.fault
  const issues = issuesOf(compiled.type, value)
  if (issues.length === 0) return null
  return issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ')
}

function issuesOf(type: z.ZodType, value: Json): { path: PropertyKey[]; message: string }[] {
  try {
    return type.safeParse(value).error?.issues ?? []
  } catch (error) {
    // A schema whose $ref leads back to itself never ends.
    if (error instanceof RangeError) return [{ path: [], message: 'The schema or the value is nested too deeply.' }]
    throw error
  }
}

/** Returns why a JSON Schema cannot be used, or null. */
export function schemaFault(schema: JsonObject): string | null {
  const compiled = compile(schema)
  return compiled.ok ? null : compiled.fault
}

function compile(schema: JsonObject): { ok: true; type: z.ZodType } | { ok: false; fault: string } {
  const fault = subsetFault(schema)
  if (fault !== null) return { ok: false, fault }
  try {
    // A registry of its own keeps the ids of one schema from clashing with those of another.
    return { ok: true, type: z.fromJSONSchema(schema, { registry: z.registry() }) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, fault: `This JSON Schema cannot be used: ${why}.` }
  }
}
