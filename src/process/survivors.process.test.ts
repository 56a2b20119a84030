import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAlive } from '../../test/helpers/alive.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { endMarked } from './survivors.ts'

const hasProc = existsSync('/proc/self/environ')
const mark = { name: 'TEST_MARK', value: `mark-${process.pid}`, argv: ['deploy', 'it'] }

/** A folder like /proc with one process; the id is higher than any real one. */
function fakeProc(files: { [name: string]: string | null }): string {
  const proc = tempDir()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(proc, '99999999'), { recursive: true })
    if (content === null) mkdirSync(join(proc, '99999999', name))
    else writeFileSync(join(proc, '99999999', name), content)
  }
  return proc
}

it.skipIf(!hasProc)('ends processes that keep starting others', async () => {
  const dir = tempDir()
  // Each generation starts the next in a session of its own and exits.
  const script = 'echo $$ > pid; [ -e stop ] || setsid sh script & exit'
  writeFileSync(join(dir, 'script'), script)
  const first = spawn('sh', ['script'], { cwd: dir, env: { ...process.env, [mark.name]: mark.value } })
  await once(first, 'exit')
  while ((await endMarked(mark)) !== 'ended');
  writeFileSync(join(dir, 'stop'), '')
  const last = existsSync(join(dir, 'pid')) ? readFileSync(join(dir, 'pid'), 'utf8') : ''
  expect(last === '' || !isAlive(last)).toBe(true)
})

it('says that it cannot see without /proc', async () => {
  expect(await endMarked(mark, join(tempDir(), 'none'))).toBe('unseen')
})

it('says that a process is still running if it does not go', async () => {
  expect(await endMarked(mark, fakeProc({ environ: `A=b\0${mark.name}=${mark.value}\0` }))).toBe('running')
})

it('takes a program with a hidden environment for ours only if its command line is', async () => {
  expect(await endMarked(mark, fakeProc({ environ: null, cmdline: 'deploy\0it\0' }))).toBe('running')
  expect(await endMarked(mark, fakeProc({ environ: null, cmdline: 'deploy\0it\0twice\0' }))).toBe('ended')
  expect(await endMarked(mark, fakeProc({ environ: 'A=b\0', cmdline: 'deploy\0it\0' }))).toBe('ended')
})
