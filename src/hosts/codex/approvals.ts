import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Approval, Approvals, ReadFormat } from '../approvals.ts'
import { isOurs } from '../install/command.ts'
import { codexHooks } from './install.ts'

/**
 * Codex keeps a person's approvals in its config.toml, by file, event and position, each with a hash of the approved hook.
 * It silently skips hooks without an approval.
 */
export const approvals: Approvals = {
  file: (place) => join(codexHooks.folder(place), 'config.toml'),
  needed: ({ path, scope, settings }, place) => {
    // If the environment names the Codex folder, Codex resolves it to its real path.
    const isNamed = scope === 'user' && Boolean(place.env['CODEX_HOME'])
    const known = isNamed ? join(realOf(codexHooks.folder(place)), 'hooks.json') : path
    return approvalsFor(settings, known, (handler) => isOurs(handler, codexHooks))
  },
  approve,
  disapprove,
  byPerson: 'Start codex, type /hooks, and approve them.',
}

function realOf(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}

/** The approvals that our hooks in these settings need. */
export function approvalsFor(settings: Json, path: string, isOurs: (handler: Json) => boolean): Approval[] {
  const hooks = isObject(settings) && isObject(settings['hooks']) ? (settings['hooks'] as JsonObject) : {}
  return Object.entries(hooks).flatMap(([event, groups]) =>
    itemsOf(groups).flatMap((group, g) =>
      itemsOf(isObject(group) ? (group['hooks'] as Json) : null).flatMap((handler, h) =>
        isOurs(handler)
          ? [{ key: `${path}:${snake(event)}:${g}:${h}`, hash: hashOf(event, group as JsonObject, handler) }]
          : [],
      ),
    ),
  )
}

const itemsOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const snake = (event: string): string => event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()

/** Codex hashes the event, the matcher if there is one, and the handler with defaults filled in. */
function hashOf(event: string, { matcher }: JsonObject, handler: Json): string {
  const { command = '', timeout = 600, type = 'command', async = false } = handler as JsonObject
  const approved = {
    event_name: snake(event),
    ...(typeof matcher === 'string' && { matcher }),
    hooks: [{ async, command, timeout, type }],
  }
  return `sha256:${sha256(canonical(approved))}`
}

/** The state that config.toml holds for a hook; empty if there is none. */
export function stateIn(config: JsonObject | null, { key }: Approval): JsonObject {
  const hooks = config?.['hooks']
  const states = isObject(hooks) ? hooks['state'] : null
  const state = isObject(states) && Object.hasOwn(states, key) ? states[key] : null
  return isObject(state) ? (state as JsonObject) : {}
}

/**
 * Appends approvals to a config.toml. Returns null if the result is not valid TOML or lacks any of them: a duplicate or
 * inline table would break the whole file.
 */
export function approve(toml: string, needed: readonly Approval[], read: ReadFormat): string | null {
  const isIn = (config: JsonObject | null, one: Approval): boolean => stateIn(config, one)['trusted_hash'] === one.hash
  const before = read(toml)
  const missing = needed.filter((one) => !isIn(before, one))
  const eol = eolOf(toml)
  const separator = toml === '' || toml.endsWith('\n') ? '' : eol
  const added = missing.map((one) => eol + render(one, eol)).join('')
  const text = missing.length === 0 ? toml : `${toml}${separator}${added}`
  const after = read(text)
  return needed.every((one) => isIn(after, one)) ? text : null
}

/** Removes these approvals from a config.toml, if they are unchanged. */
export function disapprove(toml: string, removed: readonly Approval[]): string {
  const eol = eolOf(toml)
  return removed.reduce((now, approval) => {
    const block = render(approval, eol)
    const at = now.indexOf(block)
    if (at === -1 || !isSectionEnd(now.slice(at + block.length))) return now
    const isApart = now.slice(0, at) === eol || now.slice(0, at).endsWith(eol + eol)
    const from = isApart ? at - eol.length : at
    return now.slice(0, from) + now.slice(at + block.length)
  }, toml)
}

/** True if no key follows that would become part of the previous section. */
const isSectionEnd = (after: string): boolean => /^\s*(?:\[|$)/.test(after)

const render = ({ key, hash }: Approval, eol: string): string =>
  `[hooks.state.${quoted(key)}]${eol}trusted_hash = "${hash}"${eol}`

/** A TOML basic string. For every character in a path, TOML's escapes are the same as JSON's. */
const quoted = (text: string): string => JSON.stringify(text)

const eolOf = (toml: string): string => (toml.includes('\r\n') ? '\r\n' : '\n')
