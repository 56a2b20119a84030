import { type FileRange, readBytes, readFile, requireFile } from '../../mount/drivers/files.ts'
import { grepWorkers } from '../../mount/drivers/grep.ts'
import { requireWorker } from '../../mount/snapshot.ts'
import { readCalls, readWorkers } from '../../views/workers.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { wholeNumber } from '../input/quantity.ts'
import { colors, printable } from '../screens/output.ts'
import { progressOf } from '../screens/progress.ts'
import { renderMatches, renderWorker, renderWorkers } from '../screens/workers.ts'
import { finish, openRun, reading } from './open.ts'

/** Implements `bailiff worker …`. Only reads the ledger. */

export const listWorkers = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const { run, evidence } = await openRun(args)
    const workers = await readWorkers(evidence)
    const text = (): string =>
      `${renderWorkers(run, workers, colors(io.color))}${workers.length === 0 ? '' : nextStep(args)}`
    return finish(args, io, { data: { run, workers }, text }, null)
  })

const nextStep = (args: Args): string =>
  `For details: bailiff worker show <job> --owner <owner>${args.get('run') === undefined ? '' : ' --run <run>'}\n`

export const showWorker = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const { run, evidence, ledger } = await openRun(args)
    const worker = requireWorker(await readWorkers(evidence), jobIn(args))
    const calls = worker.at === null ? [] : await readCalls(ledger, worker.worker)
    const text = (): string => renderWorker(run, worker, calls, colors(io.color))
    return finish(args, io, { data: { run, ...worker, calls }, text }, null)
  })

/** Maximum amount of text in one JSON value or on a terminal. */
const MAX_TEXT_BYTES = 8 << 20

export const writeWorkerFile = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const { run, evidence, ledger } = await openRun(args)
    const worker = requireWorker((await evidence.snapshot()).workers, jobIn(args))
    const file = requireFile(worker, args.words[1])
    const start = wholeNumber(args.get('start'), '--start') ?? 0
    const end = wholeNumber(args.get('end'), '--end') ?? Number.MAX_SAFE_INTEGER
    const isTerminal = io.columns !== null
    if (!args.json && !isTerminal) {
      for await (const part of readBytes(ledger, worker.stream, file, { start, end })) io.raw(part)
      return EXIT.fine
    }
    const found = await readFile(ledger, worker.stream, file, { start, end: Math.min(end, start + MAX_TEXT_BYTES) })
    if (!args.json && found.end < Math.min(end, found.bytes))
      io.err(`Shown up to byte ${found.end} of ${found.bytes}.\n`)
    return finish(args, io, { data: { run, job: worker.job, ...found }, text: () => shown(found) }, null)
  })

const shown = ({ name, bytes, text }: FileRange): string =>
  text === null
    ? `${name} is binary, ${bytes} bytes. To save it, redirect the output to a file.\n`
    : printable(text.endsWith('\n') || text === '' ? text : `${text}\n`)

export const grepFiles = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const { run, evidence, ledger } = await openRun(args)
    const [pattern = ''] = args.words
    if (pattern === '') throw new UsageError('The text to find is empty. Run: bailiff worker grep --help')
    const progress = progressOf(io, 'Searching files')
    const { workers } = await evidence.snapshot()
    const { matches, isWhole } = await grepWorkers(ledger, workers, pattern, progress.step)
    progress.clear()
    return finish(args, io, { data: { run, matches, isWhole }, text: () => renderMatches(matches, isWhole) }, null)
  })

const jobIn = (args: Args): number => wholeNumber(args.words[0], '<job>') ?? 0
