import { resolve } from 'node:path'
import type { EffectCall } from '../controller/drivers/driver.ts'
import type { Act } from '../dispatch/act.ts'
import { quoted } from '../hosts/install/command.ts'
import type { Draft } from '../ledger/kinds.ts'
import { fact } from '../session/facts.ts'
import { detailOf } from '../supervisor/dispatch/protect.ts'
import type { GuardedWorld } from '../supervisor/guard.ts'
import { type CallCheck, type Caller, checkCall, uncheckedMessage } from './call-check.ts'

/**
 * Checks calls that Bailiff makes for a model, up to the first that is denied. `worldOf` is called for each check, because a
 * world looks up each path only once. If a check fails, the call is denied.
 */
export function checkCalls(
  worldOf: () => GuardedWorld,
  caller: Caller,
  calls: readonly EffectCall[],
  cwd: string,
): CallCheck {
  const facts: Draft[] = []
  try {
    const world = worldOf()
    for (const given of calls) {
      const call = exactCall(given, cwd)
      const command = call.kind === 'command' ? call.command : null
      const checked = checkCall(withAct(world, actOf(call)), caller, { input: call, command }, cwd)
      facts.push(...checked.facts)
      if (checked.denied !== null) return { denied: checked.denied, facts }
    }
    return { denied: null, facts }
  } catch (error) {
    const failed = fact('check.failed', { code: 'INTERNAL', detail: detailOf(error) })
    return { denied: uncheckedMessage(caller.noun), facts: [...facts, failed] }
  }
}

/** Uses the act as it is. Hosts' tools guess it from names and fields, and skip paths that look unusual. */
const withAct = (world: GuardedWorld, act: Act): GuardedWorld => ({
  ...world,
  guard: { ...world.guard, tools: () => ({ actOf: () => act, shapeOf: () => null, isIdle: () => false }) },
})

function actOf(call: EffectCall): Act {
  switch (call.kind) {
    case 'write': {
      const change = { kind: 'whole', text: call.content } as const
      return { kind: 'files', files: [{ how: 'write', path: call.path, below: 'nothing', tests: null, change }] }
    }
    case 'read':
      return {
        kind: 'files',
        files: [{ how: 'read', path: call.path, below: 'nothing', tests: null, change: null }],
      }
    case 'remove':
      return { kind: 'shell', command: `rm -- ${quoted(call.path)}`, directory: null }
    case 'command':
      return { kind: 'shell', command: call.command, directory: null }
    // Checks of hosts find the address in the `url` field of the input.
    case 'request':
    case 'other':
      return { kind: 'other' }
  }
}

/** The call with its path or address in the one form that leaves no room for interpretation. */
function exactCall(call: EffectCall, cwd: string): EffectCall {
  switch (call.kind) {
    case 'write':
    case 'read':
    case 'remove':
      return { ...call, path: resolve(cwd, call.path) }
    case 'request':
      return { ...call, url: addressOf(call.url) }
    case 'command':
    case 'other':
      return call
  }
}

/** Host names that the checks of hosts read as a whole. Clients accept others: `listed.org!.other.org`. */
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/

const PORTS: { [protocol: string]: string } = { 'http:': '80', 'https:': '443' }

/** Returns the address that an HTTP client would contact. Leaves out credentials and query, which may be secret. */
function addressOf(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url)
  const reached = port || PORTS[protocol]
  if (reached === undefined || !HOST.test(hostname)) throw new Error('A request needs an HTTP address.')
  return `${protocol}//${hostname}:${reached}${pathname}`
}
