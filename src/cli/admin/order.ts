import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import {
  type AdminCommand,
  describeBriefly,
  describeCommand,
  describeValue,
  MAX_COMMAND_BYTES,
  type Proposal,
  readCommand,
} from '../../trust/admin/command.ts'
import { applyCommand, refuseCommand, requireAdmin } from '../../trust/admin/drivers/apply.ts'
import { readAdmin } from '../../trust/admin/drivers/read.ts'
import { signCommand } from '../../trust/admin/drivers/sign.ts'
import { AdminError } from '../../trust/admin/errors.ts'
import type { CommandAccepted } from '../../trust/admin/facts.ts'
import { MAX_AGE_MS, outOfRange } from '../../trust/admin/judge.ts'
import { NO_ADMIN } from '../../trust/admin/state.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { replaceText, requireReadable, requireReplaceable } from '../input/files.ts'
import { openToRead, withHome } from '../input/home.ts'
import { json } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { keyPathOf, openKeyFile, requireKey } from './key.ts'
import { proposalOf } from './proposal.ts'

/** Signs a command and applies it, or writes it to a file for another machine to sign. */
export async function order(args: Args, io: Io, command: AdminCommand): Promise<Exit> {
  // An empty state directory has no administrator either.
  if (fileSize(currentKeyPath(args.home)) === null) requireKey(NO_ADMIN)
  return withHome(args.home, async (home) => {
    const state = requireAdmin(home)
    requireKey(state)
    const refused = outOfRange(command)
    if (refused !== null) throw refuseCommand(home, refused, { command: describeBriefly(command) })
    const proposal = proposalOf(home, state, command)
    const file = args.get('propose')
    if (file !== undefined) {
      const path = resolve(file)
      requireReplaceable(path)
      replaceText(path, `${canonical(proposal)}\n`)
      io.out(args.json ? json({ ok: true, file: path, proposal }) : proposed(path))
      return EXIT.fine
    }
    const key = await openKeyFile(args, io, keyPathOf(args, state))
    const signed = signCommand(proposal, key, home.now().toISOString())
    sayAccepted(args, io, applyCommand(home, canonical(signed)))
    return EXIT.fine
  })
}

const proposed = (path: string): string =>
  `Wrote ${path}. Nobody has signed it yet.
To sign it, on this machine or another one:
  bailiff admin sign ${path} --out signed.json
Then, on this machine:
  bailiff admin apply signed.json
`

/** Implements `bailiff admin sign`. Needs no ledger, so that the key can stay on another machine. */
export async function sign(args: Args, io: Io): Promise<Exit> {
  const path = resolve(args.words[0] ?? '')
  const proposals = commandTexts(readCommandFile(path)).map((text) => proposalIn(text, path))
  const out = args.get('out') === undefined ? null : resolve(args.get('out') ?? '')
  if (out !== null) requireReplaceable(out)
  for (const { counter, ledger, command } of proposals)
    io.err(`You sign command ${counter} for ledger ${ledger}:\n  ${describeCommand(command)}\n`)
  const key = await openKeyFile(args, io, signingKeyPath(args))
  const signed = proposals.map((proposal) => signCommand(proposal, key, new Date().toISOString()))
  const text = signed.map((command) => `${canonical(command)}\n`).join('')
  if (out === null) io.out(text)
  else {
    replaceText(out, text)
    const minutes = MAX_AGE_MS / 60_000
    io.out(
      args.json
        ? json({ ok: true, file: out, commands: signed })
        : `Wrote ${out}. It is valid for ${minutes} minutes.\nTo apply it: bailiff admin apply ${out}\n`,
    )
  }
  return EXIT.fine
}

/** A file holds one command, or one on each line. */
function commandTexts(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => line.trimStart().startsWith('{"')) ? lines : [text]
}

function proposalIn(text: string, path: string): Proposal {
  const read = readCommand(text)
  if (read.kind === 'malformed') throw new AdminError('COMMAND_MALFORMED', `${path} is not a command. ${read.why}`)
  const { v, ledger, counter, command } = read.kind === 'signed' ? read.command : read.proposal
  const refused = outOfRange(command)
  if (refused !== null) throw new AdminError(refused.code, refused.why)
  return { v, ledger, counter, command }
}

/** Without --key, the key of the ledger on this machine. */
function signingKeyPath(args: Args): string {
  if (args.get('key') !== undefined) return keyPathOf(args, NO_ADMIN)
  const { state } = readAdmin(openToRead(args.home))
  if (state.key === null) throw new UsageError('--key is missing: bailiff admin sign <file> --key <key file>')
  return keyPathOf(args, state)
}

/** Implements `bailiff admin apply`. */
export async function apply(args: Args, io: Io): Promise<Exit> {
  const text = readCommandFile(resolve(args.words[0] ?? ''))
  return withHome(args.home, (home) => {
    for (const command of commandTexts(text)) sayAccepted(args, io, applyCommand(home, command))
    return EXIT.fine
  })
}

/** A file that is too long is not read: as many blanks stand for it, and are refused for their length. */
function readCommandFile(path: string): string {
  requireReadable(path, 'Name the file that holds the command.')
  return statSync(path).size > MAX_COMMAND_BYTES ? ' '.repeat(MAX_COMMAND_BYTES + 1) : readFileSync(path, 'utf8')
}

function sayAccepted(args: Args, io: Io, accepted: CommandAccepted): void {
  const { command: signed, from, to } = accepted
  const { counter, command } = signed
  const said =
    command.kind === 'set' && from !== undefined && to !== undefined
      ? `${command.name} is now ${describeValue(to)}; it was ${describeValue(from)}`
      : describeCommand(command)
  const data = { ok: true, counter, command, ...(to !== undefined && { from, to }) }
  io.out(args.json ? json(data) : fill(`Accepted command ${counter}: ${said}.`))
}
