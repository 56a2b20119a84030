import { isObject } from '../../ledger/kinds.ts'
import type { HostHooks } from './hooks.ts'

/** The name of the launcher, by which our hooks are known in settings. */
export const LAUNCHER = 'bailiff-hook'

/** The command of a person's own hook. It names ledger and key, so that no variable of the environment moves them. */
export const ownCommand = (host: string, event: string, { home, key }: { home: string; key: string }): string =>
  [`${home}/bin/${LAUNCHER}`, host, event, '--home', home, '--key', key].map(quoted).join(' ')

/**
 * The command of a hook that a project carries: the same on every machine, without a word where there is no Bailiff. In
 * a shell of its own, because not every person's shell is one that knows these words; and without braces around
 * variables, because Gemini CLI would fill those in by rules of its own.
 */
export const sharedCommand = (host: string, event: string): string => {
  const words = `${host} ${event} --shared`
  const steps = [
    'bailiff_state="$XDG_STATE_HOME"',
    '[ -n "$bailiff_state" ] || bailiff_state="$HOME/.local/state"',
    'bailiff_home="$BAILIFF_HOME"',
    '[ -n "$bailiff_home" ] || bailiff_home="$bailiff_state/bailiff"',
    `[ -x "$bailiff_home/bin/${LAUNCHER}" ] && exec "$bailiff_home/bin/${LAUNCHER}" ${words}`,
    `unset ${DROPPED.join(' ')}`,
    `command -v bailiff >/dev/null 2>&1 && exec bailiff hook ${words}`,
    'exit 0',
  ]
  return `sh -c '${steps.join('; ')}'`
}

/** What would have Node load other code, or start more slowly. */
export const DROPPED = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS'] as const

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Whether a handler in a host's settings is ours. */
export function isOurs(handler: unknown, { host, name }: HostHooks): boolean {
  if (!isObject(handler)) return false
  const { command } = handler
  if (typeof command !== 'string') return false
  // A name alone is anybody's to give.
  const isNamed = name !== undefined && handler['name'] === name && /\bbailiff\b/.test(command)
  return isNamed || marker(host).test(command)
}

/** By the launcher or by the program, followed by the host and an event. */
const marker = (host: string): RegExp =>
  new RegExp(`(?:${LAUNCHER}['"]?|\\bbailiff(?:\\.cjs)?['"]? hook) ${host} [A-Za-z]\\w*`)

/** Whether settings hold a hook of a person's own. */
export const holdsOwn = (settings: string, host: string): boolean =>
  new RegExp(`${LAUNCHER}['"]? ${host} [A-Za-z]\\w* --home`).test(settings)
