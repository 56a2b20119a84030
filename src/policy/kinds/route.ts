import { z } from 'zod'
import { host, name, strict } from '../fields.ts'
import type { Route } from '../policy.ts'

/** One way to get something done, recognised by its tool, command or host. */
export const route = strict({
  name: name.describe('the name of the route'),
  tool: z.string().min(1).max(100).describe('the agent tool that was called').exactOptional(),
  command: z.string().min(1).max(200).describe('the program that was run').exactOptional(),
  host: host.describe('the network host that was contacted').exactOptional(),
}).refine(
  ({ tool, command, host }) => (tool ?? command ?? host) !== undefined,
  'Set at least one of tool, command and host.',
)
export type RouteSource = z.output<typeof route>

export const toRoute = (source: RouteSource): Route => ({
  name: source.name,
  tool: source.tool ?? null,
  command: source.command ?? null,
  host: source.host ?? null,
})
