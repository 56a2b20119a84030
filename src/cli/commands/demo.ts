import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { type Args, type Command, EXIT, type Exit, FileError, type Io } from '../command.ts'
import { POLICY, STREAM, Stage } from '../demo/stage.ts'
import { edited, rehashed } from '../demo/tamper.ts'
import { colors, json } from '../screens/output.ts'
import { explain } from './explain.ts'
import { verify } from './verify.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'a guided minute: an agent claims too much and is held back; somebody tampers, and it is found',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Works in a throw-away directory and removes it; your own ledger and settings are not touched. The agent in it is
played; hook, tests and ledger are real.`,
  example: 'bailiff demo',
  options: {},
  async run(args, io) {
    // Asked for before there is anything to leave behind.
    const stopped = io.stopped()
    const dir = throwAwayFolder()
    try {
      const stage = new Stage(dir, io.program, stopped)
      await stage.set()
      return args.json ? await quietDemo(stage, io) : await guidedDemo(stage, args, io)
    } catch (error) {
      if (!stopped.aborted) throw error
      return sayStopped(args, io)
    } finally {
      // What a program writes while it is being killed may come between.
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

function throwAwayFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'bailiff-demo-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = 'Set TMPDIR to a folder that you can write.'
    throw new FileError(`Cannot make a folder in ${tmpdir()} (${code}). ${remedy}`, { cause: error })
  }
}

function sayStopped(args: Args, io: Io): Exit {
  const message = 'The demo was stopped; nothing of it is left.'
  if (args.json) io.out(json({ ok: false, error: { code: 'STOPPED', message } }))
  io.err(`bailiff: ${message} [STOPPED]\n`)
  return EXIT.error
}

const SAID = 'All done, tests pass.'

async function guidedDemo(stage: Stage, args: Args, io: Io): Promise<Exit> {
  const c = colors(io.color)
  const step = (text: string): void => io.out(`\n${c.bold(text)}\n\n`)
  const inner: Args = { ...args, home: stage.home, words: [], get: () => undefined, has: () => false }
  io.out(
    'An agent says what it did. Bailiff holds it against what happened. (The agent is played; the rest is real.)\n',
  )

  step('1. A project with a test that fails, and a policy that a person approved: what is said has to be earned.')
  io.out(indented(POLICY))

  step(`2. The agent adds a comment, and says: "${SAID}" The gate runs the tests, and holds it back:`)
  await stage.edit('comment')
  const held = await stage.stop(SAID)
  io.out(indented(`${held ?? 'Nothing.'}\n`))

  step('3. The agent mends the code, and says the same. The gate runs the tests again, and lets it go:')
  await stage.edit('mended')
  const again = await stage.stop(SAID)
  io.out(indented(again === null ? 'The turn ends, without a word.\n' : `${again}\n`))

  step('4. bailiff explain: what was said, what was done, and which evidence counted.')
  await explain.run({ ...inner, words: [STREAM, 'last'] }, io)

  step('5. Somebody edits the record: the tests that failed now passed. bailiff verify:')
  const honest = readFileSync(pathIn(stage), 'utf8')
  writeFileSync(pathIn(stage), edited(honest))
  const found = await verify.run(inner, io)

  step('6. Somebody cleverer recomputes the hashes too, but has no key:')
  writeFileSync(pathIn(stage), rehashed(edited(honest)))
  const forged = await verify.run(inner, io)

  step('7. The record is put back as it was:')
  writeFileSync(pathIn(stage), honest)
  const restored = await verify.run(inner, io)
  io.out('\nNow in a project of yours: bailiff init, and bailiff doctor.\n')
  const isGated = held !== null && again === null
  return isGated && found === EXIT.broken && forged === EXIT.broken && restored === EXIT.fine ? EXIT.fine : EXIT.error
}

async function quietDemo(stage: Stage, io: Io): Promise<Exit> {
  await stage.edit('comment')
  const held = await stage.stop(SAID)
  await stage.edit('mended')
  const again = await stage.stop(SAID)
  const before = await verifyFiles(stage.home)
  writeFileSync(pathIn(stage), edited(readFileSync(pathIn(stage), 'utf8')))
  const after = await verifyFiles(stage.home)
  const ok = held !== null && again === null && before.ok && !after.ok
  io.out(json({ ok, held, again, before, after }))
  return ok ? EXIT.fine : EXIT.error
}

const pathIn = ({ home }: Stage): string => segmentPath(home, STREAM, 1)

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')
