import { artifactJsonSchema, SHORT_NAMES, TYPE_BY_NAME } from '../../controller/artifacts.ts'
import { bundleJsonSchema } from '../../controller/bundle-schema.ts'
import { UsageError } from '../command.ts'

/** The JSON Schema of a bundle file or an artifact. */
export function schemaOf(given: string): object {
  if (given === 'bundle') return bundleJsonSchema()
  const name = SHORT_NAMES.find((one) => one === given)
  if (name !== undefined) return artifactJsonSchema(TYPE_BY_NAME[name])
  throw new UsageError(`Unknown schema "${given}". Known: bundle, ${SHORT_NAMES.join(', ')}.`)
}
