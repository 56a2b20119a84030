import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { markOpen } from '../../ledger/stores/files/open-streams.ts'
import { type Ancestor, ancestorsFrom } from '../../process/ancestors.ts'
import type { Args } from '../command.ts'
import { agentAbove, markIn, requireNoSession } from './person.ts'

const ancestor = (argv: string[], i = 0): Ancestor => ({ pid: 100 + i, start: '7', argv })

describe('an agent is recognised', () => {
  it.each([
    ['CLAUDECODE', '1', 'claude-code'],
    ['CLAUDE_CODE_SESSION_ID', 'x', 'claude-code'],
    ['CODEX_CI', '1', 'codex'],
    ['CODEX_SESSION_ID', 'x', 'codex'],
    ['CODEX_THREAD_ID', 'x', 'codex'],
    ['GEMINI_CLI', '1', 'gemini'],
  ])('by %s in its environment', (name, value, host) => {
    expect(markIn({ [name]: value })).toContain(host)
    expect(markIn({ [name]: '' })).toBeNull()
    expect(markIn({ [name]: '0' })).toBeNull()
  })

  it.each([
    [['claude'], 'claude-code'],
    [['/usr/local/bin/claude', '-p', 'go'], 'claude-code'],
    [['node', '/x/node_modules/@anthropic-ai/claude-code/cli.js'], 'claude-code'],
    [['/opt/codex', 'exec'], 'codex'],
    [['node', '/x/node_modules/@openai/codex/bin/codex.js'], 'codex'],
    [['/usr/bin/node', '--max-old-space-size=4096', '/usr/bin/gemini'], 'gemini'],
    [['node', '/x/node_modules/@google/gemini-cli/dist/index.js'], 'gemini'],
    [['bun', '/x/claude.mjs'], 'claude-code'],
    [['npm', 'exec', '@openai/codex'], 'codex'],
    [['opencode'], 'opencode'],
    [['/bin/sh', '/usr/local/bin/claude', '-p'], 'claude-code'],
  ])('by %j above it', (argv, host) => {
    expect(agentAbove([['bash'], argv, ['systemd']].map(ancestor), [])).toBe(`${host} started this command`)
  })

  it.each([
    [['bash', '-l']],
    [['bash', '-c', 'echo claude']],
    [['vim', 'claude']],
    [['node', 'server.js', 'claude']],
    [['less', '/x/@openai/codex/README.md']],
    [['claudette']],
    [[]],
  ])('but not by %j', (argv) => expect(agentAbove([ancestor(argv)], [])).toBeNull())
})

describe('ancestors', () => {
  const argvsFrom = (pid: number, proc?: string) => [...ancestorsFrom(pid, proc)].map(({ argv }) => argv)

  /** A /proc in which `child` was started by a shell, which a program with a strange name started. */
  function fakeProc(): string {
    const proc = tempDir()
    const add = (pid: number, name: string, parent: number, cmdline: string): void => {
      mkdirSync(join(proc, String(pid)))
      writeFileSync(join(proc, String(pid), 'stat'), `${pid} (${name}) S ${parent} 1 1 0`)
      writeFileSync(join(proc, String(pid), 'cmdline'), cmdline)
    }
    add(9, 'bash', 5, 'bash\0-c\0x\0')
    add(5, 'a) S 1 (b', 1, '')
    add(1, 'init', 0, '/sbin/init\0')
    return proc
  }

  it('are listed from the nearest to the first, whatever they are called', () => {
    expect(argvsFrom(9, fakeProc())).toEqual([['bash', '-c', 'x'], ['a) S 1 (b'], ['/sbin/init']])
  })

  it('end at an unreadable process, and at one that is its own parent', () => {
    expect(argvsFrom(7, fakeProc())).toEqual([])
    const proc = tempDir()
    mkdirSync(join(proc, '3'))
    writeFileSync(join(proc, '3/stat'), '3 (x) S 3 1')
    expect(argvsFrom(3, proc)).toHaveLength(64)
  })

  it.runIf(process.platform === 'linux')('of this process lead up to process 1', () => {
    expect(argvsFrom(process.pid).length).toBeGreaterThan(1)
  })
})

it('a forced key waits until no session is open', async () => {
  const home = join(tempDir(), 'home')
  const args = { home } as Args
  await requireNoSession(args, 'admin keygen')
  markOpen(home, { stream: 'session/claude-code-a', workspace: '/home/me', process: null })
  await expect(requireNoSession(args, 'admin keygen')).rejects.toMatchObject({
    code: 'PERSON_ONLY',
    message: expect.stringContaining('End all agent sessions'),
  })
})
