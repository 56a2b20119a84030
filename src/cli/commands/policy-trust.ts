import { resolve } from 'node:path'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { readPublicKey, signerId } from '../../policy/signature.ts'
import { POLICY_STREAM } from '../../policy/stores/layout.ts'
import { distrustSigner, trustSigner } from '../../policy/stores/signers.ts'
import type { Confirmed, Decision } from '../../session/who.ts'
import { type Args, type Command, EXIT, FileError, type Io } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { readText } from '../input/files.ts'
import { requirePerson } from '../input/person.ts'
import { decisionOf } from '../input/who.ts'
import { json } from '../screens/output.ts'

export const policyTrust: Command = {
  name: 'policy trust',
  summary: 'trust a key to sign policies on this machine (people only)',
  usage: '<key.pub> [--remove] [--yes]',
  words: { min: 1, max: 1, names: '<key.pub>' },
  details: `The key is an Ed25519 public key in PEM form. Every policy it signs takes effect
here, in every project, including policies it signed before. --remove ends the
trust. Agents are refused with exit code 3.`,
  example: 'bailiff policy trust team.pub',
  options: {
    remove: { help: 'stop trusting the key' },
    yes: { help: 'do not ask; agents are still refused' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'policy trust')
    const publicKey = requirePublicKey(resolve(args.words[0] ?? ''))
    const verb = args.has('remove') ? 'distrust' : 'trust'
    if (!args.json)
      io.out(
        `Key ${signerId(publicKey)}: policies it signs ${verb === 'trust' ? 'will' : 'will no longer'} take effect here.\n`,
      )
    const confirmed = await requireConfirmation(io, args, 'policy trust', verb)
    settle(args, io, publicKey, { verb, confirmed })
    return EXIT.fine
  },
}

function requirePublicKey(path: string): string {
  const key = readPublicKey(readText(path, 'Name an Ed25519 public key in PEM form.'))
  if (key === null)
    throw new FileError(
      `${path} is not an Ed25519 public key in PEM form. To create one: openssl pkey -in key.pem -pubout`,
    )
  return key
}

type Wish = { verb: 'trust' | 'distrust'; confirmed: Confirmed }

function settle(args: Args, io: Io, publicKey: string, wish: Wish): void {
  const { verb } = wish
  const home = openFiles(args.home)
  try {
    record(home, publicKey, verb, decisionOf(home, io, wish.confirmed))
    const changed =
      verb === 'trust'
        ? trustSigner(home.dir, publicKey, home.keyring.current()) !== ''
        : distrustSigner(home.dir, signerId(publicKey))
    const said = changed
      ? `Key ${signerId(publicKey)} is ${verb === 'trust' ? 'now' : 'no longer'} trusted.\n`
      : `Key ${signerId(publicKey)} was not trusted, so nothing changed.\n`
    io.out(args.json ? json({ ok: true, signer: signerId(publicKey), changed }) : said)
  } finally {
    closeHome(home)
  }
}

function record(home: Home, publicKey: string, verb: Wish['verb'], decision: Decision): void {
  const kind = verb === 'trust' ? 'signer.trusted' : 'signer.distrusted'
  appendSync(home, POLICY_STREAM, [
    { kind, actor: 'admin', body: { signer: signerId(publicKey), publicKey, ...decision } },
  ])
}
