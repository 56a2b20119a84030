import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { readFile } from './files.ts'
import { startRun } from './run.ts'

/** The bytes of a file after it was written in these pieces. */
async function written(pieces: readonly (string | Uint8Array)[], how: 'awaited' | 'at once' = 'at once') {
  const ledger = openMemoryStore()
  const run = await startRun(ledger, { owner: 'alice' })
  await run.spawn('Write', async (worker) => {
    const call = await worker.call('log')
    for (const piece of pieces) {
      const writing = call.write(piece)
      if (how === 'awaited') await writing
    }
    await call.end('success')
  })
  await run.wait()
  const { files, stream } = (await run.evidence.snapshot()).workers[0] ?? { files: [], stream: '' }
  const [file] = files
  if (file === undefined) throw new Error('No file.')
  return { file, ledger, text: (await readFile(ledger, stream, file, { start: 0, end: file.bytes })).text }
}

it('an output is kept byte for byte, however it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '🙂', ' '), maxLength: 50_000, size: 'max' }), {
        maxLength: 6,
      }),
      async (pieces) => {
        const { text, file } = await written(pieces)
        expect(text).toBe(pieces.join(''))
        expect(file.bytes).toBe(Buffer.byteLength(pieces.join('')))
      },
    ),
    { seed: seed(), numRuns: scaled(300) },
  )
})

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`

const KEY = `-----BEGIN PRIVATE KEY-----\n${`${'MIIE'.repeat(16)}\n`.repeat(20)}-----END PRIVATE KEY-----\n`

it.each([
  ['in one piece', [`token ${SECRET} end\n`]],
  ['across two writes', [`token ${SECRET.slice(0, 20)}`, `${SECRET.slice(20)} end\n`]],
  [
    'across two stored pieces',
    ['x'.repeat(65_520), ` ${SECRET.slice(0, 10)}`, `${SECRET.slice(10)} end\n`, 'y'.repeat(70_000)],
  ],
  ['across the end of a piece of one write', [`${'x'.repeat(65_500)} ${SECRET} ${'y'.repeat(70_000)} end\n`]],
  ['of many lines, across the end of a piece', [`${'x\n'.repeat(32_700)}${KEY}`, `${'y\n'.repeat(50_000)} end\n`]],
])('a secret %s is not kept', async (_, pieces) => {
  const { text } = await written(pieces)
  expect(text).not.toContain(SECRET.slice(0, 8))
  expect(text).not.toContain(SECRET.slice(20))
  expect(text).not.toContain('MIIE')
  expect(text).toContain('end\n')
})

it('the rest of a secret that arrives late is not kept', async () => {
  const { text } = await written([`token ${SECRET.slice(0, 12)}`, `${SECRET.slice(12)} end\n`], 'awaited')
  expect(text).not.toContain(SECRET.slice(12))
  expect(text).toContain('end\n')
})

it('a write fails if the ledger refuses it, and so does the end of the call', async () => {
  const ledger = openMemoryStore()
  const run = await startRun(ledger, { owner: 'alice' })
  let failures: unknown[] = []
  await run.spawn('Write', async (worker) => {
    const call = await worker.call('log')
    const broken = { ...ledger, putArtifact: () => Promise.reject(new Error('disk full')) }
    ledger.putArtifact = broken.putArtifact
    const writing = call.write('x'.repeat(70_000)).catch((error) => error)
    failures = [await writing, await call.end('success').catch((error) => error)]
  })
  await run.wait()
  expect(failures.map(String)).toEqual(['Error: disk full', 'Error: disk full'])
})
