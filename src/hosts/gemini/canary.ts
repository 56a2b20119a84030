import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { type Canary, NO_KEY } from '../canary.ts'
import { parseJsonc, plainOf } from '../settings/jsonc.ts'
import { geminiHooks } from './install.ts'

/**
 * Only settings say how Gemini CLI logs in, and it cannot be told to keep no session. So it is given a copy of the
 * person's settings that says the one otherwise, in a home that goes with all it leaves there.
 */
export const geminiCanary: Canary = {
  host: 'gemini',
  shell: { tool: 'run_shell_command', printed: (text) => ({ llmContent: `Output: ${text}`, returnDisplay: text }) },
  whenSilent:
    'Look for "hooksConfig" in its settings; type /hooks in Gemini CLI to see which it knows, /permissions to trust the folder.',
  start({ prompt, url, session, folder, place, trust }) {
    copySettings(geminiHooks.folder(place), join(folder, '.gemini'))
    return {
      args: [
        ...['--prompt', prompt, '--model', 'gemini-2.5-flash', '--approval-mode', 'yolo', '--output-format', 'json'],
        ...['--session-id', session, '--allowed-mcp-server-names', 'none'],
      ],
      env: {
        GEMINI_CLI_HOME: folder,
        GEMINI_API_KEY: NO_KEY,
        GOOGLE_GEMINI_BASE_URL: url,
        ...(trust === 'assumed' && { GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
      },
    }
  },
  session: ({ session }) => session,
}

/** What says which hooks run; nothing with which the person logs in. */
function copySettings(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of ['trustedFolders.json', 'trusted_hooks.json'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  if (existsSync(join(from, 'extensions'))) symlinkSync(join(from, 'extensions'), join(to, 'extensions'))
  const settings = join(from, 'settings.json')
  writeFileSync(join(to, 'settings.json'), existsSync(settings) ? keyed(readFileSync(settings, 'utf8')) : keyed('{}'))
}

/** What cannot be read stays as it is: the host shall meet what it would meet otherwise. */
function keyed(text: string): string {
  try {
    const settings = plainOf(parseJsonc(text))
    return isObject(settings) ? JSON.stringify(withKey(settings as JsonObject)) : text
  } catch {
    return text
  }
}

const objectIn = (value: JsonObject, key: string): JsonObject =>
  isObject(value[key]) ? (value[key] as JsonObject) : {}

function withKey(settings: JsonObject): JsonObject {
  const security = objectIn(settings, 'security')
  return {
    ...settings,
    security: { ...security, auth: { ...objectIn(security, 'auth'), selectedType: 'gemini-api-key' } },
    privacy: { ...objectIn(settings, 'privacy'), usageStatisticsEnabled: false },
    telemetry: { ...objectIn(settings, 'telemetry'), enabled: false },
    general: { ...objectIn(settings, 'general'), enableAutoUpdate: false, enableAutoUpdateNotification: false },
  }
}
