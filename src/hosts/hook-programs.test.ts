import { expect, it } from 'vitest'
import { hookPrograms } from './hook-programs.ts'
import { HOSTS } from './registry.ts'

it('gives prompts, events around a tool call and the end of a turn their own programs', () => {
  expect(Object.fromEntries(hookPrograms())).toEqual({
    'claude-code UserPromptSubmit': 'prompt',
    'claude-code PreToolUse': 'propose',
    'claude-code PostToolUse': 'observe',
    'claude-code PostToolUseFailure': 'observe',
    'claude-code SubagentStop': 'stop',
    'claude-code Stop': 'stop',
    'codex UserPromptSubmit': 'prompt',
    'codex PreToolUse': 'propose',
    'codex PostToolUse': 'observe',
    'codex SubagentStop': 'stop',
    'codex Stop': 'stop',
    'gemini AfterAgent': 'stop',
    'gemini BeforeAgent': 'prompt',
    'gemini BeforeTool': 'propose',
    'gemini AfterTool': 'observe',
  })
})

it.each(HOSTS.map((host) => [host.name, host] as const))(
  'has the gate and the call check of %s',
  (name, { install }) => {
    const programs = new Map(hookPrograms())
    expect(programs.get(`${name} ${install.moments.before}`)).toBe('propose')
    expect(programs.get(`${name} ${install.moments.after}`)).toBe('observe')
    expect(programs.get(`${name} ${install.moments.stop}`)).toBe('stop')
  },
)
