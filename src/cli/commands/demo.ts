import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import type { Store } from '../../ledger/store.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { run } from '../../process/run.ts'
import { type Args, type Command, EXIT, type Exit, type Io } from '../command.ts'
import { colors, json } from '../output.ts'
import { show } from './show.ts'
import { verify } from './verify.ts'

const STREAM = 'session/demo'

export const demo: Command = {
  name: 'demo',
  summary: 'a guided minute: record real commands, verify, tamper, see it found',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: 'Works in a throw-away directory and removes it; your own ledger is not touched.',
  example: 'bailiff demo',
  options: {},
  async run(args, io) {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-demo-'))
    try {
      return args.json ? await quietDemo(dir, io) : await guidedDemo(dir, args, io)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

/** Real programs, one of which fails: the kind of thing an agent does, and then talks about. */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['git', '--version'],
  ['node', '-e', 'console.log("2 tests, 2 passed")'],
  ['node', '-e', 'console.error("AssertionError: expected 4, got 5"); process.exit(1)'],
]

async function guidedDemo(dir: string, args: Args, io: Io): Promise<Exit> {
  const c = colors(io.color)
  const step = (text: string) => io.out(`\n${c.bold(text)}\n\n`)
  const inner: Args = { ...args, home: dir, words: [], get: () => undefined, has: () => false }
  io.out('An agent says what it did. Bailiff keeps what happened.\n')

  step('1. Three real commands run, and each goes on the ledger with its raw output.')
  await recordAll(dir)
  await show.run({ ...inner, words: [STREAM] }, io)

  step('2. bailiff verify: every entry is hashed, chained and sealed with a key kept apart from the record.')
  await verify.run(inner, io)

  step('3. Somebody edits the record: the failed command now says exit 0.')
  const honest = readFileSync(pathOf(dir), 'utf8')
  writeFileSync(pathOf(dir), honest.replace('"exit":1', '"exit":0'))
  const edited = await verify.run(inner, io)

  step('4. Somebody cleverer recomputes the hashes too, but has no key.')
  writeFileSync(pathOf(dir), rehash(honest.replace('"exit":1', '"exit":0')))
  const forged = await verify.run(inner, io)

  step('5. The record is put back as it was.')
  writeFileSync(pathOf(dir), honest)
  const restored = await verify.run(inner, io)
  io.out('\nThat was a throw-away ledger. Next: bailiff --help, and docs/architecture.md.\n')
  return edited === EXIT.broken && forged === EXIT.broken && restored === EXIT.fine ? EXIT.fine : EXIT.error
}

async function quietDemo(dir: string, io: Io): Promise<Exit> {
  await recordAll(dir)
  const before = await verifyFiles(dir)
  writeFileSync(pathOf(dir), readFileSync(pathOf(dir), 'utf8').replace('"exit":1', '"exit":0'))
  const after = await verifyFiles(dir)
  const ok = before.ok && !after.ok
  io.out(json({ ok, before, after }))
  return ok ? EXIT.fine : EXIT.error
}

const pathOf = (dir: string): string => segmentPath(dir, STREAM, 1)

async function recordAll(dir: string): Promise<void> {
  const store = openFileStore(dir)
  try {
    for (const command of COMMANDS) await record(store, command)
  } finally {
    await store.close()
  }
}

async function record(store: Store, [program, ...args]: readonly [string, ...string[]]): Promise<void> {
  const result = await run(program, args, { cwd: tmpdir(), env: process.env })
  const stdout = await store.putArtifact({ name: 'stdout', media: 'text/plain' }, [result.stdout])
  const stderr = await store.putArtifact({ name: 'stderr', media: 'text/plain' }, [result.stderr])
  await store.append(STREAM, [
    {
      kind: 'command.ran',
      actor: 'harness',
      body: { command: [program, ...args].join(' '), exit: result.exit, durationMs: result.durationMs },
      artifacts: [stdout, stderr],
    },
  ])
}

/** What a forger can do without the key: make hashes and links agree again. The macs stay wrong. */
function rehash(text: string): string {
  let prev: string | null = null
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const at = line.lastIndexOf(',"hash":"')
      const entry = line
        .slice('{"entry":'.length, at)
        .replace(/"prev":"[0-9a-f]{64}"/, (old) => (prev === null ? old : `"prev":"${prev}"`))
      prev = sha256(entry)
      return `{"entry":${entry},"hash":"${prev}"${line.slice(at + ',"hash":""'.length + 64)}\n`
    })
  return lines.join('')
}
