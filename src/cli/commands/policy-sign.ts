import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { join, resolve } from 'node:path'
import { SIGNATURE_FILE } from '../../policy/project.ts'
import { signBytes, signerId } from '../../policy/signature.ts'
import { type Command, EXIT, FileError, UsageError } from '../command.ts'
import { readText, replaceText } from '../input/files.ts'
import { requirePerson } from '../input/person.ts'
import { PROJECT_OPTION, parseSource, refuseInvalid, requireSource, rootOf } from '../policy/policy.ts'
import { json } from '../screens/output.ts'

export const policySign: Command = {
  name: 'policy sign',
  summary: 'sign the policy file with a key (people only)',
  usage: '--key <file>',
  words: { min: 0, max: 0, names: '' },
  details: `Writes .bailiff/policy.yaml.sig.
To create a key: openssl genpkey -algorithm ed25519 -out key.pem`,
  example: 'bailiff policy sign --key team.pem',
  options: { ...PROJECT_OPTION, key: { value: '<file>', help: 'the Ed25519 private key, in PEM form' } },
  async run(args, io) {
    await requirePerson(io, args, 'policy sign')
    const path = args.get('key')
    if (path === undefined) throw new UsageError('--key is missing: bailiff policy sign --key <file>')
    const root = rootOf(args)
    const source = requireSource(root)
    const parsed = await parseSource(source)
    if (!parsed.ok) return refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
    const key = requirePrivateKey(resolve(path))
    replaceText(join(root, SIGNATURE_FILE), `${signBytes(source.bytes, key)}\n`)
    const signer = signerId(String(createPublicKey(key).export({ type: 'spki', format: 'pem' })))
    const file = join(root, SIGNATURE_FILE)
    io.out(
      args.json ? json({ ok: true, file, signer, sha256: source.sha256 }) : `Wrote ${file}, signed by key ${signer}.\n`,
    )
    return EXIT.fine
  },
}

function requirePrivateKey(path: string): KeyObject {
  const pem = readText(path, 'Name an Ed25519 private key in PEM form.')
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below.
  }
  throw new FileError(
    `${path} is not an Ed25519 private key in PEM form. To create one: openssl genpkey -algorithm ed25519`,
  )
}
