import { type ArtifactType, artifactJsonSchema } from '../../controller/artifacts.ts'
import { bundleJsonSchema } from '../../controller/bundle-schema.ts'
import { UsageError } from '../command.ts'

const ARTIFACTS: { readonly [name: string]: ArtifactType } = {
  snapshot: 'environment_snapshot',
  plan: 'proposed_change_plan',
  report: 'execution_report',
  gap_map: 'gap_map',
  backlog: 'backlog',
}

/** The JSON Schema of a bundle file or an artifact. */
export function schemaOf(name: string): object {
  if (name === 'bundle') return bundleJsonSchema()
  const type = Object.hasOwn(ARTIFACTS, name) ? ARTIFACTS[name] : undefined
  if (type !== undefined) return artifactJsonSchema(type)
  throw new UsageError(`Unknown schema "${name}". Known: bundle, ${Object.keys(ARTIFACTS).join(', ')}.`)
}
