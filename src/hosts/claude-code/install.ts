import { join } from 'node:path'
import { type HostHooks, STOP_TIMEOUT_S, TIMEOUT_S } from '../install/hooks.ts'

/** Claude Code reads three settings files. A command that is in several of them runs once. */
export const claudeCodeHooks: HostHooks = {
  host: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  package: '@anthropic-ai/claude-code',
  ownScope: 'local',
  folder: ({ person, env }) => env['CLAUDE_CONFIG_DIR'] || join(person, '.claude'),
  file(scope, place) {
    if (scope === 'user') return join(this.folder(place), 'settings.json')
    return join(place.project, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json')
  },
  events: [
    'SessionStart',
    'SessionEnd',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'StopFailure',
    'PreCompact',
    'PostCompact',
    'ConfigChange',
    'Notification',
    'PermissionRequest',
    'PermissionDenied',
  ],
  moments: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    before: 'PreToolUse',
    after: 'PostToolUse',
    stop: 'Stop',
  },
  group: (event, command) => ({
    hooks: [
      isStop(event)
        ? { type: 'command', command, timeout: STOP_TIMEOUT_S, statusMessage: STATUS }
        : { type: 'command', command, timeout: TIMEOUT_S },
    ],
  }),
  timeoutUnit: 's',
}

/** Shown with a running clock while the checks run; otherwise a person would see only "running stop hook". */
const STATUS = "Bailiff is running the project's checks"

const isStop = (event: string): boolean => event === 'Stop' || event === 'SubagentStop'
