import { claudeCode } from './claude-code/host.ts'
import { codex } from './codex/host.ts'
import { gemini } from './gemini/host.ts'
import type { Host } from './host.ts'

/** Every host there is an adapter for. */
export const HOSTS: readonly Host[] = [claudeCode, codex, gemini]

/** The host of a name; throws where there is none. */
export function findHost(name: string): Host {
  const host = HOSTS.find((one) => one.name === name)
  if (host === undefined) throw new HostError(name)
  return host
}

/** A name that no host has. */
export class HostError extends Error {
  readonly code = 'HOST_UNKNOWN'

  constructor(name: string) {
    super(`There is no host "${name}". Hosts: ${HOSTS.map((host) => host.name).join(', ')}.`)
  }
}
