import { describe, expect, it } from 'vitest'
import { runsOf } from '../../test/helpers/shell.ts'
import { hostFacts } from '../hosts/facts.ts'
import { agentStarted } from './agents.ts'

const started = (text: string): string[] => runsOf(text).flatMap((run) => agentStarted(run, hostFacts().agents) ?? [])

describe('an agent program', () => {
  it.each([
    ['claude -p "do it"', 'claude-code'],
    ['/usr/local/bin/codex exec x', 'codex'],
    ['cl""aude', 'claude-code'],
    ['cd a && env X=1 timeout 5 gemini', 'gemini'],
    ["sh -c 'qwen -p x'", 'qwen'],
    ['echo x | opencode run', 'opencode'],
    ['npx -y @anthropic-ai/claude-code@latest -p x', 'claude-code'],
    ['npx claude', 'claude-code'],
    ['/opt/x/node_modules/@google/gemini-cli/bundle/gemini.js -p x', 'gemini'],
    ['./node_modules/@anthropic-ai/claude-code/bin/claude.exe', 'claude-code'],
    ['pnpm dlx @openai/codex', 'codex'],
    ['bunx @google/gemini-cli', 'gemini'],
    ['npm exec -- @github/copilot', 'copilot'],
    ['npm exec --package=@sourcegraph/amp -- amp', 'amp'],
    ['node /x/node_modules/@openai/codex/bin/codex.js', 'codex'],
    ['node ./node_modules/@anthropic-ai/claude-code/cli.js', 'claude-code'],
    ['python -m aider', 'aider'],
    ['python /x/site-packages/aider/main.py', 'aider'],
    ['node /x/node_modules/opencode-ai/bin/run.js', 'opencode'],
    ['uvx aider-chat', 'aider'],
    ['uv tool run aider-chat', 'aider'],
    ['gh copilot suggest x', 'copilot'],
    ['cursor-agent', 'cursor'],
    ['$(crush)', 'crush'],
  ])('is recognized if a text starts it: %s', (text, agent) => {
    expect(started(text)).toEqual([agent])
  })

  it.each([
    'echo claude',
    'npm install @openai/codex',
    'cat codex',
    'npm run claude',
    'node server.js',
    'git commit -m gemini',
    '/home/me/aider/setup.sh',
    'node /srv/opencode/server.js',
  ])('is not recognized if it is only named: %s', (text) => {
    expect(started(text)).toEqual([])
  })
})
