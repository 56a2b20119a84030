import { pluginCommand } from '../install/command.ts'
import { claudeCodeHooks } from './install.ts'

/** The name of our plugin, and of the marketplace in this repository. */
export const PLUGIN = 'bailiff'

/** Shown to the person at the start of a session and at the end of a turn: nothing else shows that hooks do nothing. */
const ABSENT = JSON.stringify({
  systemMessage:
    'Bailiff: the plugin is enabled, but Bailiff is not installed, so nothing is recorded or checked. Run: npx bailiff init',
})

const { host, events, moments, group } = claudeCodeHooks

/** The command of the plugin's hook for an event. */
export const commandFor = (event: string): string =>
  pluginCommand(host, event, {
    root: 'CLAUDE_PLUGIN_ROOT',
    absent: event === moments.start || event === moments.stop ? ABSENT : null,
  })

/** Renders the plugin's hooks/hooks.json: the hooks that `init` installs, for the same events and with the same time limits. */
export const renderHooks = (): string => {
  const hooks = Object.fromEntries(events.map((event) => [event, [group(event, commandFor(event))]]))
  const description = 'Records the session, denies calls that touch the record, and blocks unearned claims.'
  return `${JSON.stringify({ description, hooks }, null, 2)}\n`
}
