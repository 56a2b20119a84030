import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { checkpoint } from '../../src/ledger/stores/files/signer.ts'
import { nameOnFailure, type Probe, starts } from '../helpers/starts.ts'
import { tempDir } from '../helpers/temp.ts'

/** The scripts of docs/ledger-format.md, verbatim. */
const [audit = '', checkpointScript = ''] = [
  ...readFileSync('docs/ledger-format.md', 'utf8').matchAll(/```bash\n(.*?)```/gs),
].map(([, script]) => script ?? '')

const TOOLS: Probe[] = [
  ['bash', '--version'],
  ['sha256sum', '--version'],
  ['jq', '--version'],
  ['openssl', 'version'],
]
const missing = TOOLS.filter((tool) => !starts(tool)).map(([name]) => name)
const reason = missing.length > 0 ? ` — SKIPPED: this machine has no ${missing.join(', ')}` : ''

describe.skipIf(missing.length > 0)(`the auditor’s recipe in docs/ledger-format.md${reason}`, () => {
  nameOnFailure(...TOOLS)

  it('accepts an intact stream, over several files and a key rotation', async () => {
    const dir = await sampleLedger()
    expect(readdirSync(join(dir, 'ledger/session')).length).toBeGreaterThan(2)
    for (const stream of ['session/one', 'admin/streams', 'admin/keys']) {
      expect(runAudit(dir, stream)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^OK /) })
    }
  })

  it.each([
    ['an edited body', (line: string) => line.replace('"n":2', '"n":9'), /BROKEN session\/one seq 2: edited/],
    ['a foreign mac', (line: string) => line.replace(/"mac":"..../, '"mac":"0000'), /seq 1: not sealed/],
    ['a line too few', (text: string) => text.replace(/^.*\n/, ''), /seq 1: out of sequence/],
  ])('finds %s', async (_, tamper, expected) => {
    const dir = await sampleLedger()
    const path = join(dir, 'ledger/session/one.jsonl')
    writeFileSync(path, tamper(readFileSync(path, 'utf8')))
    expect(runAudit(dir, 'session/one')).toMatchObject({ status: 2, stdout: expect.stringMatching(expected) })
  })

  it('checks the signature of a checkpoint, and refuses a changed one', async () => {
    const dir = await sampleLedger()
    const home = openFiles(dir)
    const { note, vkey } = checkpoint(home)
    closeHome(home)
    expect(runCheckpoint(dir, note, vkey).status).toBe(0)
    expect(runCheckpoint(dir, note.replace('session/one 6', 'session/one 5'), vkey).status).not.toBe(0)
  })
})

/** Six entries with an artifact each, in several files, the second half under a new key. */
async function sampleLedger(): Promise<string> {
  const dir = tempDir()
  for (const half of [0, 3]) {
    const store = openFileStore(dir, { segmentBytes: 600 })
    for (let n = half + 1; n <= half + 3; n++) {
      const artifact = await store.putArtifact({ name: 'output', media: 'text/plain' }, [
        Buffer.from(`output ${n} — é\n`),
      ])
      await store.append('session/one', [
        { kind: 'note', actor: 'harness', body: { n, text: 'quotes " and ,"hash":" and ü' }, artifacts: [artifact] },
      ])
    }
    await store.close()
    if (half === 0) rotate(dir)
  }
  return dir
}

function rotate(dir: string): void {
  const home = openFiles(dir)
  rotateKey(home)
  closeHome(home)
}

const runAudit = (dir: string, stream: string) =>
  spawnSync('bash', ['-s', dir, stream], { input: audit, encoding: 'utf8' })

function runCheckpoint(dir: string, note: string, vkey: string) {
  const path = join(dir, 'note.txt')
  const script = join(dir, 'checkpoint.sh')
  writeFileSync(path, note)
  writeFileSync(script, checkpointScript)
  return spawnSync('bash', [script, path], { env: { ...process.env, vkey }, encoding: 'utf8' })
}
