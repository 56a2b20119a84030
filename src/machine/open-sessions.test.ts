import { expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { watch } from '../../test/helpers/world.ts'
import { listOpen } from '../ledger/stores/files/open-streams.ts'

const STREAM = 'session/claude-code-s'

it('marks a session as open from its first event until it ends', () => {
  const { home, tell } = watch()
  const cwd = tempDir()
  const open = () => listOpen(home).map(({ stream, workspace }) => ({ stream, workspace }))
  tell('claude-code', 'UserPromptSubmit', { session_id: 's', cwd, prompt: 'Go.' })
  expect(open()).toEqual([{ stream: STREAM, workspace: cwd }])
  tell('claude-code', 'SessionEnd', { session_id: 's', cwd, reason: 'exit' })
  expect(open()).toEqual([])
  tell('claude-code', 'SessionStart', { session_id: 's', cwd, source: 'resume' })
  expect(open()).toEqual([{ stream: STREAM, workspace: cwd }])
})

it('marks the session of a subagent whose lead has sent no event yet', () => {
  const { home, tell } = watch()
  const cwd = tempDir()
  tell('claude-code', 'SubagentStop', { session_id: 's', cwd, agent_id: 'a', agent_type: 'Explore' })
  expect(listOpen(home).map(({ stream }) => stream)).toEqual([STREAM])
})
