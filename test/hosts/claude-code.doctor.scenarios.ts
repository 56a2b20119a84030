import { join } from 'node:path'
import { change, overrule, playDoctored } from './doctored.ts'
import { claudeCode } from './hosts/claude-code.ts'
import type { Place } from './session.ts'

const local = ({ project }: Place): string => join(project, '.claude', 'settings.local.json')

playDoctored(claudeCode, [
  {
    it: 'a sound installation',
    finds: { settings: [], canary: [] },
    names: ['PreToolUse', 'did not make the denied call'],
  },
  {
    it: "a project's hooks",
    init: ['--scope', 'project'],
    finds: { settings: [], canary: [] },
  },
  {
    it: 'disableAllHooks',
    breaks: (place) => change(local(place), (settings) => ({ ...settings, disableAllHooks: true })),
    finds: { settings: ['HOOKS_OFF'], canary: ['HOOK_SILENT'] },
    names: ['none of our hooks'],
  },
  {
    it: "another hook on stops that overrules blocks, in the person's settings",
    breaks: (place) => overrule(local(place), 'Stop'),
    finds: { settings: [], stops: ['BLOCK_OVERRULED'], canary: [] },
    names: ['settings.local.json, another hook ends every turn'],
  },
  {
    it: 'another hook on stops that overrules blocks only in the program',
    breaks: (place) => overrule(local(place), 'Stop', 'test -n "$CLAUDE_CODE_ENTRYPOINT" && '),
    finds: { settings: [], canary: ['BLOCK_OVERRULED'] },
    names: ['Claude Code says that a hook ended the turn'],
  },
  {
    it: 'an event without a hook',
    breaks: (place) =>
      change(local(place), ({ hooks, ...rest }) => {
        const { PostToolUse: _, ...left } = hooks
        return { ...rest, hooks: left }
      }),
    finds: { settings: ['EVENT_MISSING'], canary: ['HOOK_SILENT'] },
    names: ['did not run our hook for PostToolUse'],
  },
  {
    it: 'a matcher that excludes the shell',
    breaks: (place) =>
      change(local(place), ({ hooks, ...rest }) => {
        const narrowed = hooks['PreToolUse']?.map((group) => ({ ...group, matcher: 'Read' }))
        return { ...rest, hooks: { ...hooks, PreToolUse: narrowed } }
      }),
    finds: { settings: ['HOOK_ALTERED'], canary: ['HOOK_SILENT'] },
    names: ['did not run our hook for PreToolUse'],
  },
])
