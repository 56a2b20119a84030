import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { type Captured, capturedOne } from './fixtures.ts'
import { watch } from './world.ts'

/** Realistic sessions, assembled from captured events. */

type Sent = { event: string; payload: JsonObject }

/** Sends events of a host, the first at `from` and each one second later. */
export function replay(dir: string, host: string, events: readonly Sent[], from = '2026-03-01T12:00:00.000Z'): void {
  let at = Date.parse(from)
  const { tell } = watch({ now: () => new Date(at) }, dir)
  for (const { event, payload } of events) {
    tell(host, event, payload)
    at += 1_000
  }
}

export const CLAUDE = '6ea57a5c-f05c-4a64-9d13-ed03facdef0a'
export const GEMINI = '48f656d2-017c-41fa-8d3d-c5edc6a483ad'
export const CODEX = '01a1dc8f-6f1b-76f0-a252-0000000000aa'

type Pick = [event: Captured['event'], name: string, n?: number, changes?: JsonObject]

/** Moves captured events into one session; call ids differ from case to case. */
function inSession(host: string, session_id: string, picks: readonly Pick[], common: JsonObject = {}): Sent[] {
  return picks.map(([event, name, n = 0, changes = {}]) => {
    const text = JSON.stringify(capturedOne(host, event, name, n)).replace(/\b(?:toolu|call)_(\d+)fake/g, `$&_${name}`)
    return { event, payload: { ...JSON.parse(text), ...common, ...changes, session_id } }
  })
}

/**
 * Three turns of Claude Code: a command, a failing one, an edit that only its batch shows, a call that only the transcript
 * shows, a subagent and a background task.
 */
export function claudeSession(dir: string): void {
  const transcript_path = join(dir, '..', 'transcript.jsonl')
  const call = { type: 'tool_use', id: 'toolu_hidden', name: 'Bash', input: { command: 'git push --force' } }
  writeFileSync(transcript_path, '')
  replay(
    dir,
    'claude-code',
    inSession(
      'claude-code',
      CLAUDE,
      [
        ['SessionStart', 'basic', 0, { model: 'claude-sonnet-4-5' }],
        ['UserPromptSubmit', 'basic'],
        ['PreToolUse', 'basic'],
        ['PostToolUse', 'basic'],
        ['PostToolBatch', 'basic'],
        ['PreToolUse', 'fail'],
        ['PostToolUseFailure', 'fail'],
        ['PreToolUse', 'edit', 1],
        ['PostToolUse', 'edit', 1],
        ['PostToolBatch', 'edit', 3],
        ['PreToolUse', 'pre-rewrite'],
        ['PostToolUse', 'pre-rewrite'],
      ],
      { transcript_path },
    ),
  )
  writeFileSync(transcript_path, `${JSON.stringify({ message: { role: 'assistant', content: [call] } })}\nnot JSON\n`)
  replay(
    dir,
    'claude-code',
    inSession(
      'claude-code',
      CLAUDE,
      [
        ['Stop', 'basic'],
        ['UserPromptSubmit', 'subagent', 0, { prompt: 'Have somebody\nwrite the other file.' }],
        ['PreToolUse', 'subagent', 0],
        ['SubagentStart', 'subagent'],
        ['PreToolUse', 'subagent', 1],
        ['PostToolUse', 'subagent', 0],
        ['SubagentStop', 'subagent'],
        ['PostToolUse', 'subagent', 1],
        ['Stop', 'subagent'],
        ['UserPromptSubmit', 'shell-background'],
        ['PreToolUse', 'shell-background'],
        ['PostToolUse', 'shell-background'],
        ['Stop', 'shell-background'],
        ['UserPromptSubmit', 'shell-background', 1],
        ['ConfigChange', 'config-off'],
        ['PreToolUse', 'tamper', 1],
        ['StopFailure', 'api-error'],
        ['SessionEnd', 'basic'],
      ],
      { transcript_path },
    ),
    '2026-03-01T12:01:00.000Z',
  )
}

/** Gemini CLI, whose calls have no ids: two parallel calls that end in reverse order, a rewritten one and a failed one. */
export function geminiSession(dir: string): void {
  const picks: Pick[] = [
    ['SessionStart', 'basic'],
    ['BeforeAgent', 'basic'],
    ['BeforeTool', 'parallel', 0],
    ['BeforeTool', 'parallel', 1],
    ['AfterTool', 'parallel', 1],
    ['AfterTool', 'parallel', 0],
    ['BeforeTool', 'pre-rewrite'],
    ['AfterTool', 'pre-rewrite'],
    ['BeforeTool', 'fail'],
    ['AfterTool', 'fail'],
    ['BeforeTool', 'pre-deny'],
    ['AfterAgent', 'parallel'],
  ]
  replay(dir, 'gemini', inSession('gemini', GEMINI, picks), '2026-03-01T13:00:00.000Z')
}

/** Codex with a subagent, which takes instructions from its lead. */
export function codexSession(dir: string): void {
  const picks: Pick[] = [
    ['SessionStart', 'subagent'],
    ['UserPromptSubmit', 'subagent', 0],
    ['PreToolUse', 'edit', 0],
    ['PostToolUse', 'edit', 0],
    ['PreToolUse', 'edit', 3],
    ['PreToolUse', 'subagent', 0],
    ['SubagentStart', 'subagent'],
    ['PostToolUse', 'subagent', 0],
    ['UserPromptSubmit', 'subagent', 1],
    ['PreToolUse', 'subagent', 2],
    ['PostToolUse', 'subagent', 1],
    ['SubagentStop', 'subagent'],
    ['Stop', 'subagent'],
  ]
  replay(dir, 'codex', inSession('codex', CODEX, picks), '2026-03-02T09:30:00.000Z')
}
