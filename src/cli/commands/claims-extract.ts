import { resolve } from 'node:path'
import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import { type Hold, mustEarn } from '../../claims/hold/must-earn.ts'
import type { TurnWork } from '../../claims/hold/numbers.ts'
import type { ModelReader } from '../../policy/policy.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { readText } from '../input/files.ts'
import { openIfThere } from '../policy/policy.ts'
import { explainHold, explainModel, highlight, listClaims, listConsidered, listGaps } from '../screens/claims.ts'
import { json, printable } from '../screens/output.ts'

export const claimsExtract: Command = {
  name: 'claims extract',
  summary: 'show what a message claims',
  usage: '[<file>] [--explain] [--changed yes|no] [--jsonl]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Claims: done, fixed, shipped, tests pass, verified, blocked, left to the user.
Reads the file, or standard input. Each claim is shown between ⟦ and ⟧,
followed by its types. Shows what is claimed, never whether it is true.
With --jsonl, "id" is a string or a whole number, and "changed" is true, false,
or null if unknown; lines without it take it from --changed. A text that is too
long to read in full is held, because a stop would block it.
Exit codes: 0 every text was read in full; 2 one was not.`,
  example: 'bailiff claims extract message.md --explain',
  options: {
    explain: { help: 'also list each word that signals a claim, its points, and whether the turn must be earned' },
    changed: { value: 'yes|no', help: 'whether the turn changed files; default: unknown' },
    jsonl: { help: 'read {"id","text","changed"?} lines, write {"id","claims","gaps","hold"} lines' },
  },
  async run(args, io) {
    const [file] = args.words
    if (args.has('jsonl') && args.has('explain'))
      throw new UsageError('--jsonl and --explain exclude each other. Explain one message at a time.')
    const input =
      file === undefined ? io.input() : readText(resolve(io.cwd, file), 'Name a file that contains a message.')
    const turn = turnOf(args.get('changed'))
    if (args.has('jsonl')) return batch(input, turn, io)
    const reading = extractClaims(input)
    if (args.json) io.out(json({ ...reading, decision: decisionOn(reading, turn) }))
    else io.out(screen(input, reading, args.has('explain') ? { turn, model: modelHere(args, io) } : null, io))
    return reading.finding === null ? EXIT.fine : EXIT.broken
  },
}

function turnOf(changed: string | undefined): TurnWork {
  if (changed === undefined) return { changed: null }
  if (changed !== 'yes' && changed !== 'no') throw new UsageError(`--changed takes yes or no, not "${changed}".`)
  return { changed: changed === 'yes' }
}

type Explained = { turn: TurnWork; model: ModelReader | null }

/** The model that would be asked at a stop in this folder. */
const modelHere = ({ home }: Args, { cwd, env }: Io): ModelReader | null =>
  loadActivePolicy(openIfThere(home), cwd, env, 'ledger').policy.claims?.model ?? null

function screen(text: string, reading: Reading, explained: Explained | null, io: Io): string {
  const parts = [
    highlight(text, reading.claims, io.color),
    listClaims(text, reading.claims, io.color),
    listGaps(text, reading.gaps, io.color),
  ]
  if (explained !== null)
    parts.push(
      listConsidered(reading.considered, io.color),
      explainHold(reading, explained.turn, decisionOn(reading, explained.turn), io.color),
      explainModel(explained.model),
    )
  if (reading.finding !== null) parts.push(`${printable(reading.finding.message)} [${reading.finding.code}]\n`)
  return parts.filter((part) => part !== '').join('\n')
}

/** The decision whether the turn must be earned. A text that was not read in full may claim anything, so a stop blocks it. */
function decisionOn(reading: Reading, turn: TurnWork): Hold {
  const decision = mustEarn(reading, turn)
  return reading.finding === null || decision.hold ? decision : { ...decision, hold: true, by: 'unread' }
}

function batch(input: string, turn: TurnWork, io: Io): typeof EXIT.fine | typeof EXIT.broken {
  let exit: typeof EXIT.fine | typeof EXIT.broken = EXIT.fine
  for (const [i, line] of input
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const { id, text, changed } = parseLine(line, i + 1)
    const reading = extractClaims(text)
    const { claims, finding } = reading
    const gaps = reading.gaps.map(({ form, ...gap }) => gap)
    const { hold } = decisionOn(reading, changed === undefined ? turn : { changed })
    io.out(json({ id, claims, gaps, hold, ...(finding !== null && { finding }) }))
    if (finding !== null) exit = EXIT.broken
  }
  return exit
}

type BatchLine = { id: string | number; text: string; changed: boolean | null | undefined }

function parseLine(line: string, number: number): BatchLine {
  const refuse = (what: string): never => {
    throw new UsageError(`Line ${number} ${what}: {"id","text","changed"?}.`)
  }
  const { id, text, changed } = objectIn(line) ?? refuse('is not a JSON object with a "text" string')
  if (typeof text !== 'string') return refuse('is not a JSON object with a "text" string')
  if (changed !== undefined && changed !== null && typeof changed !== 'boolean')
    return refuse(`has ${JSON.stringify(changed)} as "changed", which must be true, false, or null if unknown`)
  if (typeof id !== 'string' && !(typeof id === 'number' && isWritten(id, line)))
    return refuse(
      id === undefined ? 'has no "id"' : 'has an "id" that is neither a string nor a whole number that stays exact',
    )
  return { id, text, changed }
}

type Fields = { id?: unknown; text?: unknown; changed?: unknown }

function objectIn(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** True if the line has the number in these very digits: 1e400 and 12345678901234567890 would come back as others. */
const isWritten = (id: number, line: string): boolean =>
  Number.isSafeInteger(id) && [...line.matchAll(/"id"\s*:\s*([^\s,}]+)/g)].some(([, digits]) => digits === String(id))
