import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { BAILIFF } from '../helpers/children.ts'
import { tempDir } from '../helpers/temp.ts'

/** Enough streams with an unsealed line that their findings overflow a pipe. */
async function ruinedHome(streams: number): Promise<string> {
  const dir = join(tempDir(), 'home')
  const store = openFileStore(dir)
  const names = Array.from({ length: streams }, (_, n) => `session/${'s'.repeat(100)}${n}`)
  for (const name of names) await store.append(name, [{ kind: 'prompt.given', actor: 'user', body: {} }])
  await store.close()
  for (const name of names) appendFileSync(join(dir, 'ledger', `${name}.jsonl`), '{}\n'.repeat(20))
  return dir
}

const inBash = (script: string, home: string) =>
  spawnSync('bash', ['-o', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, BAILIFF_HOME: home, NODE: process.execPath, BAILIFF },
  })

it('keeps its exit code if its reader closes early, on either stream', async () => {
  const home = await ruinedHome(100)
  const whole = inBash('"$NODE" "$BAILIFF" verify --json', home)
  expect(whole.status).toBe(2)
  expect(whole.stdout.length).toBeGreaterThan(1 << 17)
  for (const [script, status] of [
    ['"$NODE" "$BAILIFF" verify --json | head -c 1', 2],
    ['"$NODE" "$BAILIFF" verify | head -c 1', 2],
    ['"$NODE" "$BAILIFF" verify --json | true', 2],
    ['"$NODE" "$BAILIFF" sessions | true', 0],
    ['"$NODE" "$BAILIFF" show no/stream 2>&1 | true', 1],
  ] as const) {
    const ended = inBash(script, home)
    expect({ script, status: ended.status, stderr: ended.stderr }).toEqual({ script, status, stderr: '' })
  }
})
