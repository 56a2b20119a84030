import { claudeCode } from './claude-code/host.ts'
import { codex } from './codex/host.ts'
import { HostError } from './errors.ts'
import { gemini } from './gemini/host.ts'
import type { Host } from './host.ts'
import type { HostHooks } from './install/hooks.ts'

const hosts: Host[] = []

/** Every host that has an adapter, in the order in which screens list them. */
export const HOSTS: readonly Host[] = hosts

/** Adds a host, and returns a function that removes it. Names are unique, because they identify sessions in the ledger. */
export function registerHost(host: Host): () => void {
  if (hosts.some(({ name }) => name === host.name)) throw new Error(`There are two hosts named "${host.name}".`)
  hosts.push(host)
  return () => void hosts.splice(hosts.indexOf(host), 1)
}

// The only list of hosts. The hook loads it, so a host folder imports no library. The build drops the parts that the hook
// never uses (approvals.ts, canary.ts, plugin.ts, switches.ts).
registerHost(claudeCode)
registerHost(codex)
registerHost(gemini)

/** Throws a HostError if no host has this name. */
export function findHost(name: string): Host {
  const host = HOSTS.find((one) => one.name === name)
  if (host === undefined)
    throw new HostError(
      name,
      HOSTS.map((one) => one.name),
    )
  return host
}

/** Throws a HostError if no host has this name. */
export const hooksOf = (name: string): HostHooks => findHost(name).install
