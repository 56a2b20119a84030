import { join } from 'node:path'
import { change, playDoctored } from './doctored.ts'
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
