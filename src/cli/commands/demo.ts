import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { type Args, type Command, EXIT, type Exit, FileError, type Io } from '../command.ts'
import { POLICY, STREAM, Stage } from '../demo/stage.ts'
import { edited, rehashed } from '../demo/tamper.ts'
import { calledAs } from '../input/called-as.ts'
import { colors, indent, json } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { explain } from './explain.ts'
import { verify } from './verify.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'watch an agent claim too much and get blocked',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Works in a temporary folder and removes it. Your ledger and your settings are
not touched. The agent is scripted; the hook, the tests and the ledger are real.`,
  example: 'bailiff demo',
  options: {},
  async run(args, io) {
    // Before the folder exists, so that an early Ctrl-C leaves nothing behind.
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
      // Retries: a program may still write a file while it is being killed.
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

function throwAwayFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'bailiff-demo-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = 'Set TMPDIR to a folder that you can write to.'
    throw new FileError(`Cannot create a folder in ${tmpdir()} (${code}). ${remedy}`, { cause: error })
  }
}

function sayStopped(args: Args, io: Io): Exit {
  const message = 'The demo was stopped and cleaned up.'
  if (args.json) io.out(json({ ok: false, error: { code: 'STOPPED', message } }))
  io.err(`bailiff: ${message} [STOPPED]\n`)
  return EXIT.error
}

const SAID = 'All done, tests pass.'

async function guidedDemo(stage: Stage, args: Args, io: Io): Promise<Exit> {
  const c = colors(io.color)
  const step = (text: string): void => io.out(`\n${c.bold(text)}\n\n`)
  const inner: Args = { ...args, home: stage.home, words: [], get: () => undefined, all: () => [], has: () => false }
  io.out('An agent says what it did. Bailiff checks that against what happened.\n')
  io.out('The agent is scripted; everything else is real.\n')

  step('1. A project has a failing test, and a policy that a person approved:')
  io.out(indent(POLICY))

  step(`2. The agent adds a comment and says: "${SAID}"\n   The gate runs the tests and blocks the stop:`)
  await stage.edit('comment')
  const held = await stage.stop(SAID)
  io.out(lines(held ?? 'Nothing.'))

  step('3. The agent fixes the code and says the same. The gate runs the tests again:')
  await stage.edit('fix')
  const again = await stage.stop(SAID)
  io.out(lines(again ?? 'The tests pass, so the turn ends.'))

  step('4. bailiff explain shows what was said and done, and which evidence counted:')
  await explain.run({ ...inner, words: [STREAM, 'last'] }, io)

  step('5. Someone edits the record to say that the failed tests passed. bailiff verify:')
  const honest = readFileSync(pathIn(stage), 'utf8')
  writeFileSync(pathIn(stage), edited(honest))
  const found = await verify.run(inner, io)

  step('6. They also recompute the hashes, but do not have the key:')
  writeFileSync(pathIn(stage), rehashed(edited(honest)))
  const forged = await verify.run(inner, io)

  step('7. The original record is restored:')
  writeFileSync(pathIn(stage), honest)
  const restored = await verify.run(inner, io)
  io.out(`\nNext, in your own project:\n  ${calledAs(io)} init\n  ${calledAs(io)} doctor\n`)
  const isGated = held !== null && again === null
  return isGated && found === EXIT.broken && forged === EXIT.broken && restored === EXIT.fine ? EXIT.fine : EXIT.error
}

async function quietDemo(stage: Stage, io: Io): Promise<Exit> {
  await stage.edit('comment')
  const held = await stage.stop(SAID)
  await stage.edit('fix')
  const again = await stage.stop(SAID)
  const before = await verifyFiles(stage.home)
  writeFileSync(pathIn(stage), edited(readFileSync(pathIn(stage), 'utf8')))
  const after = await verifyFiles(stage.home)
  const ok = held !== null && again === null && before.ok && !after.ok
  io.out(json({ ok, held, again, before, after }))
  return ok ? EXIT.fine : EXIT.error
}

const pathIn = ({ home }: Stage): string => segmentPath(home, STREAM, 1)

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => fill(line, '  ', '    '))
    .join('')
