import { resolve } from 'node:path'
import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import { mustEarn } from '../../claims/hold/must-earn.ts'
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
Exit codes: 0 the whole text was read; 2 it was not.`,
  example: 'bailiff claims extract message.md --explain',
  options: {
    explain: { help: 'also list each word that signals a claim, its points, and whether the turn must be earned' },
    changed: { value: 'yes|no', help: 'whether the turn changed files; default: unknown' },
    jsonl: { help: 'read {"id","text","changed"?} lines, write {"id","claims","gaps","hold"} lines' },
  },
  async run(args, io) {
    const [file] = args.words
    const input =
      file === undefined ? io.input() : readText(resolve(io.cwd, file), 'Name a file that contains a message.')
    if (args.has('jsonl')) return batch(input, io)
    const reading = extractClaims(input)
    const turn = turnOf(args.get('changed'))
    if (args.json) io.out(json({ ...reading, decision: mustEarn(reading, turn) }))
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
      explainHold(reading, explained.turn, mustEarn(reading, explained.turn), io.color),
      explainModel(explained.model),
    )
  if (reading.finding !== null) parts.push(`${printable(reading.finding.message)} [${reading.finding.code}]\n`)
  return parts.filter((part) => part !== '').join('\n')
}

function batch(input: string, io: Io): typeof EXIT.fine {
  for (const [i, line] of input.split('\n').entries()) {
    if (line.trim() === '') continue
    const { id, text, turn } = parseLine(line, i + 1)
    const reading = extractClaims(text)
    const { claims, finding } = reading
    const gaps = reading.gaps.map(({ form, ...gap }) => gap)
    const { hold } = mustEarn(reading, turn)
    io.out(json({ id, claims, gaps, hold, ...(finding !== null && { finding }) }))
  }
  return EXIT.fine
}

function parseLine(line: string, number: number): { id: unknown; text: string; turn: TurnWork } {
  try {
    const { id, text, changed } = JSON.parse(line) as { id?: unknown; text?: unknown; changed?: unknown }
    if (typeof text === 'string') return { id, text, turn: { changed: typeof changed === 'boolean' ? changed : null } }
  } catch {
    // Reported below.
  }
  throw new UsageError(`Line ${number} is not a JSON object with a "text" string: {"id","text","changed"?}.`)
}
