import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ArtifactFinding, checkArtifact } from '../../controller/check-artifact.ts'
import { type ReplayedCycle, replayController } from '../../controller/drivers/replaying.ts'
import { ControllerError } from '../../controller/errors.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { isObject } from '../../ledger/kinds.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { readText, requireReadable } from '../input/files.ts'
import { countFindings, renderAudit } from '../screens/audit.ts'
import { colors, json, plural, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { fromYaml } from './artifact-yaml.ts'
import { cycleIn, openNamed } from './open.ts'
import { differenceLines } from './replay-screen.ts'

/** Implements `bailiff controller verify`. */
export function verifyController(args: Args, io: Io): Promise<Exit> | Exit {
  const path = resolve(io.cwd, args.words[0] ?? '')
  return isFile(args.words[0] ?? '', path) ? verifyFile(path, args, io) : verifyStream(args, io)
}

/** A name with one of these endings is a file, whether it exists or not. */
const isFile = (given: string, path: string): boolean =>
  /\.(?:ya?ml|json)$/i.test(given) ||
  (given.includes('/') && !given.startsWith('controller/')) ||
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

const REMEDY = 'Name an artifact that "bailiff controller run" wrote, or a controller.'

function verifyFile(path: string, args: Args, io: Io): Exit {
  if (args.get('cycle') !== undefined) throw new UsageError('--cycle needs a controller, not a file.')
  requireReadable(path, REMEDY)
  const value = parsed(path, readText(path, REMEDY))
  const checked = checkArtifact(value)
  if (checked.ok) {
    const { artifact_type: type, artifact_id: id } = checked.artifact.envelope
    if (args.json) io.out(json({ ok: true, file: path, type, id, problems: [], findings: [] }))
    else io.out(`${colors(io.color).green('✓ Intact:')} every hash and id fits its content.\n  ${printable(id)}\n`)
    return EXIT.fine
  }
  const { problems, findings } = checked
  if (!hasEnvelope(value))
    throw new ControllerError('ARTIFACT_INVALID', `${path} is not an artifact: it has no envelope and body. ${REMEDY}`)
  if (args.json) io.out(json({ ok: false, file: path, problems, findings }))
  else io.out(renderAltered(path, problems, findings, io))
  return EXIT.broken
}

const hasEnvelope = (value: unknown): boolean => isObject(value) && isObject(value['envelope']) && 'body' in value

function parsed(path: string, text: string): unknown {
  try {
    return fromYaml(text)
  } catch (error) {
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw new ControllerError('ARTIFACT_INVALID', `${path} is neither YAML nor JSON: ${why} ${REMEDY}`)
  }
}

function renderAltered(
  path: string,
  problems: readonly string[],
  findings: readonly ArtifactFinding[],
  io: Io,
): string {
  const c = colors(io.color)
  const count = plural(problems.length + findings.length, 'value')
  return [
    c.red(`✗ Altered: ${count} in ${path}`),
    ...problems.map((problem) => fill(printable(problem), '  ', '    ').trimEnd()),
    ...findings.flatMap(({ path: field, found, expected }) => [
      `  ${printable(field)}`,
      `    found    ${printable(found)}`,
      `    expected ${printable(expected)}`,
    ]),
    '',
  ].join('\n')
}

async function verifyStream(args: Args, io: Io): Promise<Exit> {
  const { ledger, stream, name } = openNamed(args)
  const audit = await verifyFiles(args.home, { streams: [stream], artifacts: 'all' })
  const replayed = await replayedIn(() => replayController(ledger, stream, cycleIn(args)))
  const differing = replayed.cycles.filter(({ differences }) => differences.length > 0)
  const isOk = audit.ok && differing.length === 0 && replayed.broken === null
  if (args.json) {
    io.out(json({ ok: isOk, controller: name, stream, audit, cycles: replayed.cycles, broken: replayed.broken }))
    return isOk ? EXIT.fine : EXIT.broken
  }
  const c = colors(io.color)
  const cycles = plural(replayed.cycles.length, 'cycle')
  const headline = audit.ok
    ? `The record of ${printable(name)} is intact.`
    : `The record of ${printable(name)} has been altered: ${countFindings(audit)}.`
  io.out(renderAudit(headline, audit, io))
  if (replayed.broken !== null) io.out(c.red(fill(`Not replayed: ${replayed.broken}`, '✗ ', '  ')))
  else if (differing.length === 0) io.out(c.green(`✓ ${cycles} replayed: every hash, id and verdict is as recorded.\n`))
  else io.out(`${c.red(`✗ Differences in ${differing.length} of ${cycles}:`)}\n${differenceLines(differing)}`)
  return isOk ? EXIT.fine : EXIT.broken
}

type Replayed = { cycles: ReplayedCycle[]; broken: string | null }

/** A broken chain cannot be replayed; the audit says more. */
async function replayedIn(replay: () => Promise<ReplayedCycle[]>): Promise<Replayed> {
  try {
    return { cycles: await replay(), broken: null }
  } catch (error) {
    if (error instanceof LedgerError) return { cycles: [], broken: error.message }
    throw error
  }
}
