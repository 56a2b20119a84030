import { join } from 'node:path'
import { codexHooks } from '../../../src/hosts/codex/install.ts'
import { type Host, writeSettings } from '../session.ts'

const TIMEOUT_S = 30
/** The longest that Codex waits for the hook of its last event. */
const END_TIMEOUT_S = 3

/** Without this, Codex silently skips hooks that were not approved in the program itself. */
const UNAPPROVED = '--dangerously-bypass-hook-trust'

export const codex: Host = {
  name: 'codex',
  events: codexHooks.events,
  prepare({ home, project }, { hooks, url, model }) {
    const config = join(home, '.codex')
    writeSettings(join(config, 'hooks.json'), {
      hooks: Object.fromEntries(
        hooks.map(({ event, command }) => {
          const timeout = event === 'SessionEnd' ? END_TIMEOUT_S : TIMEOUT_S
          return [event, [{ hooks: [{ type: 'command', command, timeout }] }]]
        }),
      ),
    })
    writeSettings(join(config, 'config.toml'), settings({ model: model ?? 'gpt-5.5', url, project }))
    return { CODEX_HOME: config, SCRIPTED_API_KEY: 'no-key' }
  },
  args: (prompt, turn) => [...['exec', '--json', UNAPPROVED], ...(turn === 'next' ? ['resume', '--last'] : []), prompt],
  unapproved: [UNAPPROVED],
}

const settings = ({ model, url, project }: { model: string; url: string; project: string }): string => `
model = ${JSON.stringify(model)}
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[otel]
exporter = "none"

[model_providers.scripted]
name = "scripted"
base_url = ${JSON.stringify(`${url}/v1`)}
env_key = "SCRIPTED_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`
