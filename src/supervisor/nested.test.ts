import { expect, it } from 'vitest'
import { nestedAgents } from './nested.ts'

const noted = (command: string): unknown[] => nestedAgents(command).map(({ body }) => body['detail'])

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
  'notes nothing of a command that only speaks of one: %s',
  (command) => {
    expect(noted(command)).toEqual([])
  },
)

it('notes nothing of what cannot be read', () => {
  expect(noted('claude -p "never closed')).toEqual([])
})
