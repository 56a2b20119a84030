import { isObject } from '../../ledger/kinds.ts'
import type { HostHooks } from './hooks.ts'

/** The launcher's name. Our hooks in settings are recognised by it. */
export const LAUNCHER = 'bailiff-hook'

/** The command for a person's own hook. It names the ledger and key, so that no environment variable can change them. */
export const ownCommand = (host: string, event: string, { home, key }: { home: string; key: string }): string =>
  [`${home}/bin/${LAUNCHER}`, host, event, '--home', home, '--key', key].map(quoted).join(' ')

/**
 * The command for a hook that is shared through the project: the same on every machine, and silent if Bailiff is not
 * installed. It runs in `sh`, because a person's shell may have another syntax. It puts no braces around variables, because
 * Gemini CLI would expand those itself.
 */
export const sharedCommand = (host: string, event: string): string =>
  `sh -c '${[...startSteps(`${host} ${event} --shared`), 'exit 0'].join('; ')}'`

/**
 * The command for a hook in a plugin that the host's own plugin manager installs. If Bailiff is not installed, it says
 * `absent` to the person where that is given, and is silent otherwise. `root` is the variable with the plugin's folder: a
 * plugin that came with the npm package has the program beside it.
 */
export const pluginCommand = (
  host: string,
  event: string,
  { root, absent }: { root: string; absent: string | null },
): string => {
  // Older versions know only the first option.
  const words = `${host} ${event} --shared --plugin`
  const beside = `"$${root}/../dist/bailiff.cjs"`
  const steps = [
    ...startSteps(words),
    `[ -f ${beside} ] && command -v node >/dev/null 2>&1 && exec node ${beside} hook ${words}`,
    ...(absent === null ? [] : [`echo "${absent.replace(/["\\$`]/g, '\\$&')}"`]),
    'exit 0',
  ]
  return `sh -c '${steps.join('; ')}'`
}

/** Starts the launcher in the default place, or else the program on the search path. */
const startSteps = (words: string): string[] => [
  'bailiff_state="$XDG_STATE_HOME"',
  '[ -n "$bailiff_state" ] || bailiff_state="$HOME/.local/state"',
  'bailiff_home="$BAILIFF_HOME"',
  '[ -n "$bailiff_home" ] || bailiff_home="$bailiff_state/bailiff"',
  `[ -x "$bailiff_home/bin/${LAUNCHER}" ] && exec "$bailiff_home/bin/${LAUNCHER}" ${words}`,
  `unset ${DROPPED.join(' ')}`,
  `command -v bailiff >/dev/null 2>&1 && exec bailiff hook ${words}`,
]

/** Variables that make Node load other code or start more slowly. */
export const DROPPED = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS'] as const

/** Quotes a word for a shell. */
export const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** True if a handler in a host's settings is ours. */
export function isOurs(handler: unknown, { host, name }: HostHooks): boolean {
  if (!isObject(handler)) return false
  const { command } = handler
  if (typeof command !== 'string') return false
  // Other programs may use the same name.
  const isNamed = name !== undefined && handler['name'] === name && /\bbailiff\b/.test(command)
  return isNamed || marker(host).test(command)
}

/** The launcher or the program, followed by the host and an event. */
const marker = (host: string): RegExp =>
  new RegExp(`(?:${LAUNCHER}['"]?|\\bbailiff(?:\\.cjs)?['"]? hook) ${host} [A-Za-z]\\w*`)

/** True if the text of a settings file has a hook of ours. */
export const mentionsOurs = (settings: string, host: string): boolean => marker(host).test(settings)

/** True if the settings contain a person's own hook. */
export const holdsOwn = (settings: string, host: string): boolean =>
  new RegExp(`${LAUNCHER}['"]? ${host} [A-Za-z]\\w* --home`).test(settings)
