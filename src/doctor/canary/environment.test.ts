import { expect, it } from 'vitest'
import { canaryEnvironment, ownEnvironment } from './environment.ts'

it('leaves out keys, the marks of the host that started this, and other ways to the network', () => {
  const left = {
    ANTHROPIC_API_KEY: 'sk',
    ANTHROPIC_BASE_URL: 'https://elsewhere',
    OPENAI_API_KEY: 'sk',
    GEMINI_API_KEY: 'sk',
    GOOGLE_API_KEY: 'sk',
    AWS_SECRET_ACCESS_KEY: 'sk',
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 's',
    CLAUDE_CODE_USE_BEDROCK: '1',
    CLAUDE_CODE_OAUTH_TOKEN: 't',
    CODEX_SESSION_ID: 's',
    CODEX_CI: '1',
    GEMINI_CLI: '1',
    AI_AGENT: 'x',
    HTTPS_PROXY: 'http://elsewhere',
  }
  expect(ownEnvironment(left)).toEqual({})
})

it('keeps variables that locate settings or control hooks', () => {
  const kept = {
    PATH: '/bin',
    HOME: '/home/x',
    BAILIFF_HOME: '/h',
    CLAUDE_CONFIG_DIR: '/c',
    CLAUDE_CODE_SIMPLE: '1',
    CODEX_HOME: '/x',
    GEMINI_CLI_HOME: '/g',
    GEMINI_CLI_TRUST_WORKSPACE: 'false',
  }
  expect(ownEnvironment(kept)).toEqual(kept)
})

it('sends all other network traffic to the scripted model', () => {
  expect(canaryEnvironment({ HTTPS_PROXY: 'http://elsewhere', NO_PROXY: '*' }, 'http://127.0.0.1:1')).toEqual({
    HTTP_PROXY: 'http://127.0.0.1:1',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    http_proxy: 'http://127.0.0.1:1',
    https_proxy: 'http://127.0.0.1:1',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  })
})
