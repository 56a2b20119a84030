import { resolve } from 'node:path'
import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { readText } from '../input/files.ts'
import { highlight, listClaims, listConsidered } from '../screens/claims.ts'
import { json, printable } from '../screens/output.ts'

export const claimsExtract: Command = {
  name: 'claims extract',
  summary: 'show what a message claims',
  usage: '[<file>] [--explain] [--jsonl]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Claims: done, fixed, shipped, tests pass, verified, blocked, left to the user.
Reads the file, or standard input. Each claim is shown between ⟦ and ⟧,
followed by its types. Shows what is claimed, never whether it is true.
Exit codes: 0 the whole text was read; 2 it was not.`,
  example: 'bailiff claims extract message.md --explain',
  options: {
    explain: { help: 'also list each word that signals a claim, and why it does or does not count as one' },
    jsonl: { help: 'read JSON lines {"id","text"}, write {"id","claims"} in the same order' },
  },
  async run(args, io) {
    const [file] = args.words
    const input =
      file === undefined ? io.input() : readText(resolve(io.cwd, file), 'Name a file that contains a message.')
    if (args.has('jsonl')) return batch(input, io)
    const reading = extractClaims(input)
    if (args.json) io.out(json(reading))
    else io.out(screen(input, reading, args.has('explain'), io))
    return reading.finding === null ? EXIT.fine : EXIT.broken
  },
}

function screen(text: string, reading: Reading, explain: boolean, io: Io): string {
  const parts = [highlight(text, reading.claims, io.color), listClaims(text, reading.claims, io.color)]
  if (explain) parts.push(listConsidered(reading.considered, io.color))
  if (reading.finding !== null) parts.push(`${printable(reading.finding.message)} [${reading.finding.code}]\n`)
  return parts.filter((part) => part !== '').join('\n')
}

function batch(input: string, io: Io): typeof EXIT.fine {
  for (const [i, line] of input.split('\n').entries()) {
    if (line.trim() === '') continue
    const { id, text } = parseLine(line, i + 1)
    const { claims, finding } = extractClaims(text)
    io.out(json({ id, claims, ...(finding !== null && { finding }) }))
  }
  return EXIT.fine
}

function parseLine(line: string, number: number): { id: unknown; text: string } {
  try {
    const { id, text } = JSON.parse(line) as { id?: unknown; text?: unknown }
    if (typeof text === 'string') return { id, text }
  } catch {
    // Reported below.
  }
  throw new UsageError(`Line ${number} is not a JSON object with a "text" string: {"id","text"}.`)
}
