import type { HostFacts } from '../dispatch/protection/host-facts.ts'
import { OTHER_AGENTS } from '../shell/agents.ts'
import { HOSTS } from './registry.ts'

/** Facts about all hosts for the tool call checks. */
export const hostFacts = (): HostFacts => ({
  // `bailiff hook <host> <event>`, or the launcher that is installed for it.
  ours: new RegExp(`\\b(?:bailiff-)?hook["']?\\s+["']?(?:${HOSTS.map(({ name }) => name).join('|')})\\b`),
  offKeys: HOSTS.flatMap(({ places }) => places.offKeys),
  editable: new Map(HOSTS.flatMap(({ places }) => Object.entries(places.editable))),
  unhooking: HOSTS.flatMap(({ places }) => places.unhooking),
  agents: {
    ...Object.fromEntries(
      HOSTS.map(({ name, install }) => [name, { programs: install.program, packages: install.package }]),
    ),
    ...OTHER_AGENTS,
  },
})
