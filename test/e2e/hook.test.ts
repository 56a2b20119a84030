import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { collect } from '../helpers/collect.ts'
import { tempDir } from '../helpers/temp.ts'

const hook = (args: string[], input: string | Buffer) =>
  spawnSync(process.execPath, ['dist/bailiff.cjs', 'hook', ...args], { input, encoding: 'utf8' })

it('puts an event on record as it came, says nothing, and exits 0', async () => {
  const dir = join(tempDir(), 'home')
  const payload = JSON.stringify({ tool_name: 'Bash', text: 'ü — \u0000' })
  expect(hook([dir, 'session/one'], payload)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const store = openFileStore(dir)
  expect(await collect(store.read('session/one'))).toMatchObject([{ kind: 'hook.received', body: { payload } }])
  await store.close()
  expect(await verifyFiles(dir)).toMatchObject({ ok: true, entries: 3 })
})

it.each([
  ['large', Buffer.from(JSON.stringify({ text: 'x'.repeat(1 << 20) }))],
  ['no text', Buffer.from([0x7b, 0xff, 0x00, 0x7d])],
])('keeps an event that is %s byte for byte beside its entry', async (_, payload) => {
  const dir = join(tempDir(), 'home')
  expect(hook([dir, 'session/one'], payload)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const store = openFileStore(dir)
  const [entry] = await collect(store.read('session/one'))
  expect(entry).toMatchObject({ body: {}, artifacts: [{ name: 'payload', bytes: payload.length }] })
  const stored = await collect(store.getArtifact(entry?.artifacts[0]?.sha256 ?? ''))
  expect(Buffer.concat(stored).equals(payload)).toBe(true)
  await store.close()
})

it.each([
  ['a stream name that climbs', (dir: string) => [join(dir, 'home'), '../../evil'], 'ENTRY_INVALID'],
  ['no arguments at all', () => [], 'HOME_UNUSABLE'],
  ['a home that is a file', (dir: string) => [join(dir, 'file', 'home'), 'session/one'], 'HOME_UNUSABLE'],
])('never blocks an agent when it cannot record: %s', (_, args, code) => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  const result = hook(args(dir), '{}')
  expect(result).toMatchObject({ status: 0, stdout: '' })
  expect(result.stderr).toMatch(new RegExp(`^bailiff: not recorded: .*\\[${code}\\]\\n$`))
})

it('ends with 0 even where nobody reads what it has to say', () => {
  const script = 'exec 2>&-; exec "$0" dist/bailiff.cjs hook'
  expect(spawnSync('bash', ['-c', script, process.execPath], { input: '{}' }).status).toBe(0)
})

it('records the beginning of what cannot be an event, and that it was cut', async () => {
  const dir = join(tempDir(), 'home')
  const limit = 64 << 20
  expect(hook([dir, 'session/one'], Buffer.alloc(limit + 1, 'x'))).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const store = openFileStore(dir)
  expect(await collect(store.read('session/one'))).toMatchObject([
    { body: { cut: true }, artifacts: [{ bytes: limit }] },
  ])
  await store.close()
})

it('is one file that loads nothing but Node', () => {
  const required = [...readFileSync('dist/hook.cjs', 'utf8').matchAll(/require\([`'"]([^`'"]+)/g)].map(
    ([, name]) => name,
  )
  expect(required.sort()).toEqual(['node:crypto', 'node:fs', 'node:os', 'node:path'])
})
