import { expect, it } from 'vitest'
import { toolsOf } from './calls.ts'

it.each(['claude-code', 'codex', 'gemini'])('our own tools change nothing, apart from spawn_worker: %s', (host) => {
  const { isIdle } = toolsOf(host)
  for (const name of ['validate_claim', 'list_workers', 'read_worker_result', 'read_worker_file', 'grep_workers'])
    for (const prefix of ['', 'mcp__bailiff__', 'mcp_bailiff_']) expect(isIdle(`${prefix}${name}`)).toBe(true)
  for (const name of ['spawn_worker', 'mcp__bailiff__spawn_worker', 'mcp__other__list_workers', 'read_worker_files'])
    expect(isIdle(name), name).toBe(false)
})
