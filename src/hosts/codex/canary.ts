import { type Canary, NO_KEY } from '../canary.ts'

const KEY = 'BAILIFF_CANARY_KEY'

export const canary: Canary = {
  shell: { tool: 'Bash', printed: (text) => text, offered: { tool: 'exec_command', command: 'cmd' } },
  whenSilent: 'Start codex, type /hooks, and approve our hooks there.',
  start: ({ prompt, url, place }) => ({
    args: [
      ...['exec', '--json', '--ephemeral', '--skip-git-repo-check', '--sandbox', 'danger-full-access'],
      ...Object.entries(overrides(url, place.project)).flatMap(([key, value]) => ['--config', `${key}=${value}`]),
      ...['--', prompt],
    ],
    env: { [KEY]: NO_KEY },
  }),
  session: (_, printed) => /"type":"thread\.started","thread_id":"([^"]+)"/.exec(printed)?.[1] ?? null,
}

/** Settings for this run; the values are TOML. */
const overrides = (url: string, project: string): Record<string, string> => ({
  // Without this, Codex would write it to the person's settings itself.
  projects: `{ ${JSON.stringify(project)} = { trust_level = "trusted" } }`,
  model: '"gpt-5.5"',
  model_provider: '"bailiff"',
  'model_providers.bailiff': `{ ${[
    'name = "bailiff"',
    `base_url = ${JSON.stringify(`${url}/v1`)}`,
    `env_key = "${KEY}"`,
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
  ].join(', ')} }`,
  approval_policy: '"never"',
  check_for_update_on_startup: 'false',
  'analytics.enabled': 'false',
  'otel.exporter': '"none"',
})
