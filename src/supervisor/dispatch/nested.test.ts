import { expect, it } from 'vitest'
import { attemptOf } from '../../dispatch/attempt.ts'
import { hostFacts } from '../../hosts/facts.ts'
import { nestedAgents } from './nested.ts'

const agentsIn = (command: string) =>
  nestedAgents(attemptOf({ kind: 'shell', command, directory: null }), hostFacts().agents)

const noted = (command: string): unknown[] => agentsIn(command).map(({ body }) => body.detail)

it.each([
  ['gemini -p "write it"', ['gemini']],
  ['cd sub && npx -y @openai/codex exec "do it" | tee log', ['codex']],
  ['for i in 1 2; do claude -p "$i"; done', ['claude-code']],
  ['claude -p a; codex exec b; claude -p c', ['claude-code', 'codex']],
  ['bash -c "ge""mini -p x"', ['gemini']],
])('notes an agent program that a command starts: %s', (command, agents) => {
  expect(noted(command)).toEqual(agents)
})

it.each(['npm test', 'grep -r claude .', 'echo gemini', 'git commit -m "codex"', 'cat <<EOF\nclaude -p x\nEOF'])(
  'notes nothing for a command that only mentions one: %s',
  (command) => {
    expect(noted(command)).toEqual([])
  },
)

it.each(['claude -p "never closed', `codex exec bad; ${': x; '.repeat(1200)}`])(
  'notes that a command could not be read, because it may hide one',
  (command) => {
    expect(agentsIn(command)).toMatchObject([{ body: { code: 'unreadable-command' } }])
  },
)
