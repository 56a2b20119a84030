import { policyJsonSchema } from '../../src/policy/schema.ts'

type Schema = {
  $ref?: string
  properties?: { [name: string]: Schema }
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  items?: Schema
  const?: unknown
  enum?: unknown[]
  default?: unknown
  description?: string
}

const root = policyJsonSchema() as Schema & { definitions: { [name: string]: Schema } }

/** A schema with its references resolved; its own keywords take precedence. */
function resolved(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema
  const named = $ref === undefined ? undefined : root.definitions[$ref.replace('#/definitions/', '')]
  const referred = [...allOf, ...(named === undefined ? [] : [named])].map(resolved)
  return Object.assign({}, ...referred, own)
}

const rowsOf = (schema: Schema, prefix = ''): string[] =>
  Object.entries(schema.properties ?? {}).map(([name, given]) => {
    const field = resolved(given)
    const value =
      field.default === undefined
        ? schema.required?.includes(name)
          ? 'required'
          : '–'
        : `\`${JSON.stringify(field.default)}\``
    return `| \`${prefix}${name}\` | ${value} | ${field.description ?? ''} |`
  })

const part = (name: string): Schema => resolved(root.properties?.[name] ?? {})

/** Every validator kind, with its description and its fields other than `kind`. */
export function kindRows(): string[] {
  const validator = resolved(part('validators').additionalProperties as Schema)
  const kinds = (validator.anyOf ?? []).flatMap((one) => resolved(one).oneOf ?? []).map(resolved)
  return kinds.map((one) => {
    const kind = resolved(one.properties?.['kind'] ?? {})
    const names = (kind.enum ?? [kind.const]).map((name) => `\`${name}\``)
    const fields = Object.keys(one.properties ?? {}).filter((name) => name !== 'kind')
    return `| ${names.join(', ')} | ${one.description} | ${fields.map((name) => `\`${name}\``).join(', ') || '–'} |`
  })
}

/** The fields of validators, each once. */
export function validatorFieldRows(): string[] {
  const validator = resolved(part('validators').additionalProperties as Schema)
  const kinds = (validator.anyOf ?? []).flatMap((one) => resolved(one).oneOf ?? []).map(resolved)
  const rows = kinds.flatMap((one) =>
    rowsOf({
      ...one,
      properties: Object.fromEntries(Object.entries(one.properties ?? {}).filter(([name]) => name !== 'kind')),
    }),
  )
  return [...new Set(rows)]
}

/** The fields of the file and of its sections. */
export const fieldRows = (): string[] => [
  ...rowsOf(root),
  ...['contract', 'dispatch', 'retention', 'claims'].flatMap((name) => rowsOf(part(name), `${name}.`)),
  ...rowsOf(resolved(part('claims').properties?.['model'] ?? {}), 'claims.model.'),
  ...rowsOf(
    resolved(
      part('contract').properties?.['ladder']?.items ??
        resolved(part('contract').properties?.['ladder'] ?? {}).items ??
        {},
    ),
    'contract.ladder[].',
  ),
]
