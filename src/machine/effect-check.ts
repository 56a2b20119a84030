import { resolve } from 'node:path'
import type { CheckEffect, EffectCall } from '../controller/drivers/driver.ts'
import type { Act } from '../dispatch/act.ts'
import { quoted } from '../hosts/install/command.ts'
import type { Draft } from '../ledger/kinds.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'
import { fact } from '../session/facts.ts'
import { detailOf } from '../supervisor/dispatch/protect.ts'
import type { GuardedWorld } from '../supervisor/guard.ts'
import { type Caller, checkCall, unattendedWorld, uncheckedMessage } from './call-check.ts'

const CONTROLLER: Caller = { role: 'controller', tool: 'apply_effect', noun: 'effect' }

/**
 * Checks the calls of an effect, up to the first that is denied. Stricter than the hook, because no person watches: a
 * question is a denial, and so is a policy that cannot be read or was tampered with.
 */
export function effectCheckOf(home: Home, env: NodeJS.ProcessEnv): CheckEffect {
  return async (calls, cwd) => {
    const facts: Draft[] = []
    try {
      const world = { ...unattendedWorld(home, env), activePolicy: strictPolicyIn(home, env) }
      for (const given of calls) {
        const call = exactCall(given, cwd)
        const command = call.kind === 'command' ? call.command : null
        const checked = checkCall(withAct(world, actOf(call)), CONTROLLER, { input: call, command }, cwd)
        facts.push(...checked.facts)
        if (checked.denied !== null) return { denied: checked.denied, facts }
      }
      return { denied: null, facts }
    } catch (error) {
      const failed = fact('check.failed', { code: 'INTERNAL', detail: detailOf(error) })
      return { denied: uncheckedMessage(CONTROLLER.noun), facts: [...facts, failed] }
    }
  }
}

/** Returns the policy with questions turned into denials. Throws if the policy people decided on is not available. */
const strictPolicyIn =
  (home: Home, env: NodeJS.ProcessEnv) =>
  (workspace: string): ActivePolicy => {
    const active = loadActivePolicy(home, workspace, env)
    if (active.finding !== null) throw new Error(active.finding)
    const { policy } = active
    return { ...active, policy: { ...policy, dispatch: { ...policy.dispatch, nobodyToAsk: 'deny' } } }
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
