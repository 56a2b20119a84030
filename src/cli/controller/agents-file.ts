import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Agents } from '../../controller/drivers/agents.ts'
import { ControllerError } from '../../controller/errors.ts'
import { isObject } from '../../ledger/kinds.ts'
import { requireReadable } from '../input/files.ts'

/** Imports the agents of a program: an ES module whose default export maps agent ids to agents. */
export async function readAgents(given: string | undefined, cwd: string): Promise<Agents> {
  if (given === undefined) return {}
  const path = resolve(cwd, given)
  requireReadable(path, 'Name an ES module with --agents.')
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new ControllerError('AGENT_FAILED', `Cannot load ${path}: ${error instanceof Error ? error.message : error}`)
  })
  const agents: unknown = module.default
  if (isObject(agents)) return agents as Agents
  throw new ControllerError(
    'AGENT_UNKNOWN',
    `${path} has no agents. Its default export must be an object: export default { "<agent_id>": { … } }`,
  )
}
