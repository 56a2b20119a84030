import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { processStart } from '../processes.ts'
import { listOpen, markClosed, markOpen } from './open-streams.ts'

const SELF = { pid: process.pid, start: processStart(process.pid) }
const one = { stream: 'session/claude-code-a', workspace: '/w', process: SELF }

describe('open streams', () => {
  it('are those marked open and not closed', () => {
    const home = tempDir()
    expect(listOpen(home)).toEqual([])
    markOpen(home, one)
    markOpen(home, { ...one, stream: 'session/codex-b', process: null })
    markOpen(home, { ...one, workspace: '/other' })
    expect(listOpen(home)).toEqual([
      { ...one, workspace: '/other' },
      { ...one, stream: 'session/codex-b', process: null },
    ])
    markClosed(home, one.stream)
    markClosed(home, 'session/never-there')
    expect(listOpen(home).map(({ stream }) => stream)).toEqual(['session/codex-b'])
  })

  it('are no longer open when their process has ended, or its pid was reused', async () => {
    const home = tempDir()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
    const pid = child.pid ?? 0
    markOpen(home, { ...one, process: { pid, start: processStart(pid) } })
    markOpen(home, { ...one, stream: 'session/codex-b', process: { ...SELF, start: '1' } })
    expect(listOpen(home)).toHaveLength(process.platform === 'linux' ? 1 : 2)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(listOpen(home).map(({ stream }) => stream)).not.toContain(one.stream)
  })

  it.each(['', '{', 'null', '{"workspace":1}', '[]'])('do not include malformed files: %j', (text) => {
    const home = tempDir()
    mkdirSync(join(home, 'open/session'), { recursive: true })
    writeFileSync(join(home, 'open/session/x.json'), text)
    writeFileSync(join(home, 'open/session/not a name.json'), '{"workspace":"/w"}')
    expect(listOpen(home)).toEqual([])
  })
})
