import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROGRAM } from '../../src/hosts/install/launcher.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { collect } from '../helpers/collect.ts'
import { compiledIn, dueAt } from '../helpers/compiled.ts'
import { tempDir } from '../helpers/temp.ts'

/** A separately installed program, so that its cache is not shared. */
function install(): {
  dir: string
  home: string
  hook: (input?: string) => ReturnType<typeof spawnSync>
  compiled: () => string[]
} {
  const base = tempDir()
  const dir = join(base, 'bin')
  const home = join(base, 'home')
  mkdirSync(dir)
  for (const file of PROGRAM) copyFileSync(join('dist', file), join(dir, file))
  return {
    dir,
    home,
    hook: (input = '{}') =>
      spawnSync(process.execPath, [join(dir, 'bailiff.cjs'), 'hook', 'codex', 'Odd', '--home', home], {
        input,
        encoding: 'utf8',
      }),
    compiled: () => readdirSync(dir).filter((name) => name.includes('compiled')),
  }
}

const sizeOf = (path: string): number => statSync(path).size

const FINE = { status: 0, stdout: '{}\n', stderr: '' }

async function recorded(home: string): Promise<number> {
  const store = openFileStore(home)
  const entries = await collect(store.read('session/codex-unknown'))
  await store.close()
  return entries.filter(({ kind }) => kind === 'host.event').length
}

it('caches the compiled hook of this Node beside it, and runs from the cache', async () => {
  const { dir, home, hook, compiled } = install()
  const kept = `hook.cjs.${process.version}-${process.arch}-Odd.compiled`
  // The first start may do work that later ones do not.
  expect(hook()).toMatchObject(FINE)
  expect(compiled()).toEqual([kept])
  expect(readFileSync(join(dir, kept))).toHaveLength(0)
  expect(hook()).toMatchObject(FINE)
  const before = dueAt(join(dir, kept), Date.now() + 600_000)
  expect(before.length).toBeGreaterThan(0)
  expect(hook()).toMatchObject(FINE)
  expect(readFileSync(join(dir, kept)).equals(before)).toBe(true)
  expect(await recorded(home)).toBe(3)
})

it('caches more as other parts run, at growing intervals', () => {
  const { dir, hook } = install()
  const read = (): Buffer => readFileSync(compiledIn(dir, 'Odd'))
  const pauseOf = (kept: Buffer): number => Number(kept.toString('latin1', 0, kept.indexOf('\n')).split(' ')[1])
  hook()
  hook()
  const before = dueAt(compiledIn(dir, 'Odd'), Date.now() - 1)
  // Input that is not an object runs code that was not needed before.
  expect(hook('[')).toMatchObject(FINE)
  const after = read()
  expect(pauseOf(after)).toBe(2 * pauseOf(before))
  expect(after.length).toBeGreaterThan(before.length)
  dueAt(compiledIn(dir, 'Odd'), Date.now() - 1)
  expect(hook()).toMatchObject(FINE)
  expect(read().length).toBeGreaterThan(before.length)
})

it.each([
  ['damaged', (kept: Buffer) => kept.fill(kept[5000] === 0 ? 1 : 0, 5000, 5001)],
  ['cut short', (kept: Buffer) => kept.subarray(0, 5000)],
  ['empty', () => Buffer.alloc(0)],
  ['given another source', (kept: Buffer) => kept.fill('0', 100, 164)],
  ['given no date', (kept: Buffer) => kept.fill('x', 0, 1)],
  [
    'replaced by code for nothing',
    (kept: Buffer) => kept.subarray(0, kept.indexOf('\n') + 1 + sizeOf('dist/hook.cjs')),
  ],
])('never runs compiled code that was %s, and compiles it again', async (_, damage) => {
  const { dir, home, hook, compiled } = install()
  hook()
  hook()
  const path = join(dir, compiled()[0] ?? '')
  const whole = readFileSync(path)
  const damaged = damage(Buffer.from(whole))
  writeFileSync(path, damaged)
  expect(hook()).toMatchObject(FINE)
  expect(readFileSync(path).equals(damaged)).toBe(false)
  expect(hook()).toMatchObject(FINE)
  expect(await recorded(home)).toBe(4)
})

it('never runs the compiled code of another version of the hook, not even one of the same length', () => {
  const { dir, hook } = install()
  hook()
  hook()
  const source = readFileSync(join(dir, 'hook.cjs'), 'utf8')
  writeFileSync(join(dir, 'hook.cjs'), source.replaceAll('not recorded', 'NOT RECORDED'))
  writeFileSync(join(dir, '..', 'home', 'keys', 'current'), 'nonsense')
  expect(hook()).toMatchObject({ status: 0, stderr: expect.stringContaining('NOT RECORDED') })
})

it('records even if nothing can be cached', async () => {
  const { dir, home, hook, compiled } = install()
  // Root may write anywhere, but not even root can replace a folder with a file.
  mkdirSync(join(dir, `hook.cjs.${process.version}-${process.arch}-Odd.compiled`))
  chmodSync(dir, 0o500)
  expect(hook()).toMatchObject(FINE)
  chmodSync(dir, 0o700)
  expect(compiled()).toHaveLength(1)
  expect(await recorded(home)).toBe(1)
})

it('stops no agent if the hook itself is broken', () => {
  const { dir, hook } = install()
  appendFileSync(join(dir, 'hook.cjs'), '\n)')
  expect(hook()).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^bailiff: .*nothing was recorded/),
  })
})

it.each([
  ['hook', ['hook', 'codex', 'Stop'], { status: 0, stdout: '{}\n' }],
  ['command line', ['verify'], { status: 1, stdout: '' }],
])('reports a Node that is too old, and stops no agent: %s', (_, args, expected) => {
  const { dir } = install()
  const old = join(dir, 'old.cjs')
  writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })")
  const run = spawnSync(process.execPath, ['--require', old, join(dir, 'bailiff.cjs'), ...args], {
    input: '{}',
    encoding: 'utf8',
  })
  expect(run).toMatchObject({ ...expected, stderr: expect.stringContaining('[NODE_TOO_OLD]') })
})
