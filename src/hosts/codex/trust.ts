import { join } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { parseJsonc, plainOf } from '../settings/jsonc.ts'

/**
 * A person's approval of hooks, as Codex keeps it in its config.toml: by file, event and place, with a hash of what was
 * approved. Hooks without one are passed over in silence.
 */
export type Approval = { key: string; hash: string }

/** The file that holds them, beside the person's settings. */
export const approvalsFile = (folder: string): string => join(folder, 'config.toml')

/** Which approvals the hooks of ours in a file need. */
export function approvalsFor(settings: string, path: string, isOurs: (handler: Json) => boolean): Approval[] {
  const root = settings.trim() === '' ? {} : plainOf(parseJsonc(settings))
  const hooks = isObject(root) && isObject(root['hooks']) ? (root['hooks'] as JsonObject) : {}
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

/** What Codex hashes: event, matcher where there is one, and the one handler with its defaults filled in. */
function hashOf(event: string, { matcher }: JsonObject, handler: Json): string {
  const { command = '', timeout = 600, type = 'command', async = false } = handler as JsonObject
  const approved = {
    event_name: snake(event),
    ...(typeof matcher === 'string' && { matcher }),
    hooks: [{ async, command, timeout, type }],
  }
  return `sha256:${sha256(canonical(approved))}`
}

/** A config.toml with approvals appended; null where they cannot be without knowing more of the file. */
export function approve(toml: string, approvals: readonly Approval[]): string | null {
  const missing = approvals.filter((approval) => !toml.includes(render(approval, eolOf(toml))))
  // A table of that name twice, or one that was written inline, would break the whole file.
  const isTaken = missing.some(({ key }) => toml.includes(quoted(key)) || toml.includes(`'${key}'`))
  if (isTaken || /^\s*(?:hooks|hooks\.state|state)\s*=/m.test(toml)) return null
  const eol = eolOf(toml)
  const separator = toml === '' || toml.endsWith('\n') ? '' : eol
  return missing.length === 0 ? toml : `${toml}${separator}${missing.map((one) => eol + render(one, eol)).join('')}`
}

/** A config.toml without these approvals, if they stand there as they were written. */
export function disapprove(toml: string, approvals: readonly Approval[]): string {
  const eol = eolOf(toml)
  return approvals.reduce((now, approval) => {
    const block = render(approval, eol)
    const at = now.indexOf(block)
    if (at === -1 || !isSectionEnd(now.slice(at + block.length))) return now
    const isApart = now.slice(0, at) === eol || now.slice(0, at).endsWith(eol + eol)
    const from = isApart ? at - eol.length : at
    return now.slice(0, from) + now.slice(at + block.length)
  }, toml)
}

/** Whether no key follows that would then belong to the section before. */
const isSectionEnd = (after: string): boolean => /^\s*(?:\[|$)/.test(after)

const render = ({ key, hash }: Approval, eol: string): string =>
  `[hooks.state.${quoted(key)}]${eol}trusted_hash = "${hash}"${eol}`

/** A basic string of TOML, whose escapes are those of JSON for every character of a path. */
const quoted = (text: string): string => JSON.stringify(text)

const eolOf = (toml: string): string => (toml.includes('\r\n') ? '\r\n' : '\n')
