import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { type Canary, type CanaryAsk, NO_KEY } from '../canary.ts'
import { objectIn } from '../fields.ts'
import { geminiHooks } from './install.ts'

/**
 * Gemini CLI takes its login only from settings, and always stores its sessions. So it gets a copy of the person's settings
 * with another login, in a home that is removed afterwards.
 */
export const canary: Canary = {
  shell: {
    tool: 'run_shell_command',
    printed: (text) => ({ llmContent: `Output: ${text}`, returnDisplay: text }),
    offered: { tool: 'run_shell_command', command: 'command' },
  },
  whenSilent:
    'Look for "hooksConfig" in its settings. In Gemini CLI, type /hooks to list the loaded hooks, or /permissions to trust the folder.',
  start({ prompt, url, session, folder, place, trust, parse }) {
    copySettings(geminiHooks.folder(place), join(folder, '.gemini'), parse)
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
  isEndedByHook: (printed) => /^ *"Agent execution stopped: /m.test(printed),
  session: ({ session }) => session,
}

/** Copies the settings that decide which hooks run, but none of the person's credentials. */
function copySettings(from: string, to: string, parse: Parse): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of ['trustedFolders.json', 'trusted_hooks.json'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  if (existsSync(join(from, 'extensions'))) symlinkSync(join(from, 'extensions'), join(to, 'extensions'))
  const settings = join(from, 'settings.json')
  writeFileSync(join(to, 'settings.json'), keyed(existsSync(settings) ? readFileSync(settings, 'utf8') : '{}', parse))
}

type Parse = CanaryAsk['parse']

/** Invalid settings stay as they are, so that the host fails on them as it would for the person. */
function keyed(text: string, parse: Parse): string {
  try {
    const settings = parse(text)
    return isObject(settings) ? JSON.stringify(withKey(settings as JsonObject)) : text
  } catch {
    return text
  }
}

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
