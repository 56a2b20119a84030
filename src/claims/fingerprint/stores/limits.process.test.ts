import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scaled } from '../../../../test/helpers/scale.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { BOUND, isRoot, unbound } from '../../../../test/helpers/user.ts'
import { FILES, folder, repository, type Workspace } from '../../../../test/helpers/workspace.ts'
import { sha256 } from '../../../ledger/digest.ts'
import { Budget } from './budget.ts'
import { hashFile, hashLink } from './content.ts'

describe('an unfinished fingerprint says why', () => {
  it.each([
    [{ files: 3 }, 'files', 'The workspace has more than 3 files that are not ignored.'],
    [{ bytes: 10 }, 'bytes', 'Fingerprinting would read more than 10 bytes.'],
    [{ timeoutMs: 0.001 }, 'time', 'Fingerprinting took longer than 0.000001 s.'],
    [{ repositories: 0 }, 'repositories', 'The workspace has more than 0 repositories.'],
  ])('%j', async (limits, why, message) => {
    const code = 'FINGERPRINT_UNFINISHED'
    expect(await repository().unfinished({ limits })).toEqual({ code, why, path: null, message })
  })

  it('if git does not answer in time', async () => {
    const space = repository()
    const fake = tempDir()
    writeFileSync(join(fake, 'git'), '#!/bin/sh\nsleep 600\n', { mode: 0o755 })
    const path = process.env['PATH']
    onTestFinished(() => {
      process.env['PATH'] = path
    })
    process.env['PATH'] = `${fake}:${path}`
    expect(await space.unfinished({ limits: { timeoutMs: 300 } })).toMatchObject({ why: 'time' })
    process.env['PATH'] = '/nowhere'
    expect(await space.unfinished()).toMatchObject({ why: 'git', message: 'git could not be started.' })
  })

  it('if a repository is broken', async () => {
    const space = repository()
    writeFileSync(space.path('.git/index'), 'no index')
    const finding = await space.unfinished()
    expect(finding).toMatchObject({ why: 'git', path: space.dir })
    expect(finding.message).toMatch(/git could not list .*: (?:error|fatal): /)
    rmSync(space.path('.git'), { recursive: true })
    mkdirSync(space.path('.git'))
    expect(await space.unfinished()).toMatchObject({ why: 'git' })
  })

  it('if there is no workspace', async () => {
    expect(await repository().unfinished({ root: '/nowhere/at/all' })).toMatchObject({ why: 'unreadable' })
  })

  it('if a file never stops changing', async () => {
    const space = repository()
    space.write('busy.log', 'x')
    await sleep(50)
    // By this clock the file is always written in the current tick, however often it is read.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Math.ceil(statSync(space.path('busy.log')).ctimeMs))
    onTestFinished(() => clock.mockRestore())
    expect(await space.unfinished()).toMatchObject({ why: 'changing' })
  })
})

describe('a file that is written to while it is read', () => {
  const budget = new Budget({})

  it('has no hash if it was replaced, or written just now', async () => {
    const path = join(tempDir(), 'file')
    writeFileSync(path, 'one')
    const stat = lstatSync(path)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(stat.ctimeMs + 10)
    expect(hashFile(path, stat, budget)).toBeNull()
    clock.mockRestore()
    await sleep(50)
    expect(hashFile(path, stat, budget)).toBe(sha256('one'))
    writeFileSync(path, 'two')
    await sleep(50)
    expect(hashFile(path, stat, budget)).toBeNull()
  })

  it('has no hash if it is gone, or if a pipe or a symlink took its place', async () => {
    const path = join(tempDir(), 'file')
    writeFileSync(path, 'one')
    const stat = lstatSync(path)
    await sleep(50)
    unlinkSync(path)
    expect(hashFile(path, stat, budget)).toBeNull()
    execFileSync('mkfifo', [path])
    expect(hashFile(path, stat, budget)).toBeNull()
    unlinkSync(path)
    symlinkSync('elsewhere', path)
    expect(hashFile(path, stat, budget)).toBeNull()
    expect(hashLink(path, stat)).toBeNull()
  })
})

describe('a large file', () => {
  it('is read in constant memory', async () => {
    const space = repository()
    space.write('large.bin', '')
    truncateSync(space.path('large.bin'), scaled(600, 300) << 20)
    const before = process.memoryUsage().rss
    expect(await space.take()).toMatchObject({ files: 5 })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 << 20)
    expect(await space.cost()).toMatchObject({ read: 0 })
  })
})

const helper = join(import.meta.dirname, '../../../../test/helpers/take-fingerprint.mjs')

type Answer = { kind: string; finding?: { why: string; path: string } }

/** Takes the fingerprints, in one process, as a user who is bound by file modes. */
function taken(spaces: readonly Workspace[]): Answer[] {
  const folders = spaces.flatMap(({ dir, home }) => [dir, home])
  const [program = '', ...args] = [...(BOUND ?? []), process.execPath, helper, ...folders]
  const env = { PATH: process.env['PATH'], HOME: '/nowhere' }
  return execFileSync(program, args, { encoding: 'utf8', env })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

/** Restricts a path's mode until the test ends. */
function forbid(path: string, mode: number): void {
  const before = statSync(path).mode
  onTestFinished(() => chmodSync(path, before))
  chmodSync(path, mode)
}

describe.skipIf(BOUND === null)(`an unreadable path is reported${unbound}`, () => {
  it('if it is a file, a folder or the rules of the repository', () => {
    const rows = [
      ['a file', repository(), 'src/a.ts', 0o000, 'src/a.ts'],
      ['a folder whose files can be used but not listed', repository(), 'src', 0o300, 'src/'],
      ['a folder whose files can be listed but not read', repository(), 'src', 0o600, 'src/a.ts'],
      ["the repository's own rules", repository(), '.git/info/exclude', 0o000, '.git/info/exclude'],
      ['a folder without git that cannot be listed', folder(FILES), 'src', 0o300, ''],
    ] as const
    for (const [, space, name, mode] of rows) forbid(space.path(name), mode)
    const answers = taken(rows.map(([, space]) => space))
    for (const [i, [what, , , , path]] of rows.entries())
      expect(answers[i], what).toMatchObject({
        kind: 'unfinished',
        finding: { why: 'unreadable', path: expect.stringContaining(path) },
      })
  })

  it('if it is a symlinked folder whose files can be used but not listed, but not if they cannot be used either', () => {
    const spaces = [0o300, 0o000].map((mode) => {
      const [space, outside] = [repository(), tempDir()]
      mkdirSync(join(outside, 'secret'))
      writeFileSync(join(outside, 'secret/file'), 'x\n')
      forbid(join(outside, 'secret'), mode)
      symlinkSync(join(outside, 'secret'), space.path('direct'))
      symlinkSync(outside, space.path('above'))
      return space
    })
    expect(taken(spaces).map(({ kind }) => kind)).toEqual(['unfinished', 'taken'])
  })
})

const NOBODY = 65534

it.skipIf(!isRoot)(
  `a repository owned by another user is still read${isRoot ? '' : ' — SKIPPED: only root can give one away'}`,
  async () => {
    const space = repository()
    const { sha256 } = await space.take()
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, space.dir])
    expect((await space.take()).sha256).toBe(sha256)
  },
)
