import { generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit, madeUpKey, overwrite, stolenKey, withHome } from '../../../test/helpers/ledger.ts'
import { policyOf, projectWith, SMALL, writePolicy } from '../../../test/helpers/policies.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { sha256 } from '../../ledger/digest.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { rotateKey } from '../../ledger/stores/files/rotate.ts'
import type { ActivePolicy } from '../choose-policy.ts'
import { changesFrom } from '../diff.ts'
import { parsePolicy } from '../parse.ts'
import { readPublicKey, signBytes } from '../signature.ts'
import { admitPolicy } from './admit.ts'
import { approvePolicy } from './approve.ts'
import { approvalPath, compiledCopyPath, copiesDir, signersDir } from './layout.ts'
import { loadActivePolicy } from './load-active-policy.ts'
import { trustSigner } from './signers.ts'
import { projectRoot, readSource } from './source.ts'

const WEAK = `${SMALL}modes: { done: off, tests_pass: off }\n`

type Set = { home: string; project: string }

async function approve({ home, project }: Set): Promise<string> {
  const source = readSource(projectRoot(project))
  const parsed = source.kind === 'read' ? parsePolicy(source.policy, source.contract) : null
  if (source.kind !== 'read' || !parsed?.ok) throw new Error('approve a policy')
  const changes = changesFrom(null, parsed.compiled.policy)
  await withHome(home, (open) =>
    approvePolicy(open, projectRoot(project), { source, ...parsed }, { changes, decision: { confirmed: 'typed' } }),
  )
  return parsed.sourceSha256
}

const fresh = (text = SMALL): Set => ({ home: join(tempDir(), 'home'), project: projectWith(text) })

async function approved(text = SMALL): Promise<Set> {
  const set = fresh(text)
  await approve(set)
  return set
}

const active = ({ home, project }: Set, env: NodeJS.ProcessEnv = {}, depth: 'seal' | 'ledger' = 'seal'): ActivePolicy =>
  loadActivePolicy({ dir: home, keyring: openKeyring(home) }, project, env, depth)

const admit = ({ home, project }: Set, env: NodeJS.ProcessEnv = {}): Promise<void> =>
  withHome(home, (open) => admitPolicy(open, project, env))

const TAMPERED = { why: 'built-in', finding: 'POLICY_TAMPERED', notice: expect.stringContaining('tampered') }

describe('an approved policy', () => {
  it('is active, and the ledger records the change', async () => {
    const set = await approved()
    for (const depth of ['seal', 'ledger'] as const)
      expect(active(set, {}, depth)).toMatchObject({
        why: 'approved',
        notice: null,
        finding: null,
        policy: policyOf(SMALL),
      })
    const told = readFileSync(join(set.home, 'ledger/admin/policy.jsonl'), 'utf8')
    expect(JSON.parse(told).entry).toMatchObject({
      kind: 'policy.approved',
      actor: 'admin',
      body: {
        project: projectRoot(set.project),
        source: sha256(SMALL),
        confirmed: 'typed',
        changes: expect.arrayContaining(['mode of done: warn → block']),
      },
      artifacts: [{ name: 'policy.yaml', sha256: sha256(SMALL) }],
    })
    expect((await audit(set.home)).findings).toEqual([])
  })

  it('stays active when the file is changed, removed or replaced by a symlink, with a notice', async () => {
    const set = await approved()
    const file = join(set.project, '.bailiff/policy.yaml')
    const rules = { why: 'approved-copy', finding: null, policy: policyOf(SMALL) }
    writePolicy(set.project, WEAK)
    expect(active(set)).toMatchObject({ ...rules, notice: expect.stringContaining('differs from the approved one') })
    rmSync(file)
    expect(active(set)).toMatchObject({ ...rules, notice: expect.stringContaining('missing') })
    writeFileSync(join(set.project, 'other.yaml'), SMALL)
    symlinkSync(join(set.project, 'other.yaml'), file)
    expect(active(set)).toMatchObject({ ...rules, notice: expect.stringContaining('it is a symlink') })
    rmSync(file)
    mkdirSync(file)
    expect(active(set)).toMatchObject({ ...rules, notice: expect.stringContaining('not a regular file') })
    rmSync(file, { recursive: true })
    renameSync(join(set.project, '.bailiff'), join(set.project, 'elsewhere'))
    writeFileSync(join(set.project, 'elsewhere/policy.yaml'), SMALL)
    symlinkSync('elsewhere', join(set.project, '.bailiff'))
    expect(active(set)).toMatchObject({ ...rules, notice: expect.stringContaining('its folder is a symlink') })
  })

  it('is replaced by the next approval, and its copies stay', async () => {
    const set = await approved()
    writePolicy(set.project, WEAK)
    await approve(set)
    expect(active(set, {}, 'ledger')).toMatchObject({ why: 'approved', policy: policyOf(WEAK) })
    const copies = readdirSync(copiesDir(set.home, projectRoot(set.project)))
    for (const source of [SMALL, WEAK]) expect(copies).toContain(`${sha256(source)}.yaml`)
  })

  it('records the hashes of pinned files', async () => {
    const set = fresh(`${SMALL}pins: [package.json#/scripts/test, missing.json, package.json#/scripts/none]\n`)
    writeFileSync(join(set.project, 'package.json'), '{ "scripts": { "test": "vitest" } }')
    await approve(set)
    expect(active(set).pinned).toEqual({
      'package.json#/scripts/test': sha256('"vitest"'),
      'package.json#/scripts/none': null,
      'missing.json': null,
    })
  })

  it('is found again through a link to the project and from a folder within it', async () => {
    const set = await approved()
    const link = join(tempDir(), 'link')
    symlinkSync(set.project, link)
    mkdirSync(join(set.project, 'src/deep'), { recursive: true })
    expect(active({ ...set, project: link }).why).toBe('approved')
    expect(active({ ...set, project: join(set.project, 'src/deep') }).why).toBe('approved')
  })

  it('does not apply to another project, not even a nested or an enclosing one', async () => {
    const set = await approved()
    const inner = projectWith(WEAK, join(set.project, 'vendor'))
    expect(active({ ...set, project: inner })).toMatchObject({
      why: 'built-in',
      notice: expect.stringContaining('not approved'),
    })
    // It has no policy of its own, and does not inherit one from the folder above.
    const bare = join(set.project, 'bare')
    mkdirSync(join(bare, '.git'), { recursive: true })
    expect(active({ ...set, project: bare })).toMatchObject({
      why: 'built-in',
      notice: expect.stringContaining('This project has no policy'),
    })
    const above = tempDir()
    projectWith(WEAK, above)
    rmSync(join(above, '.git'), { recursive: true })
    mkdirSync(join(above, 'work'))
    expect(active({ ...set, project: join(above, 'work') })).toMatchObject({
      why: 'built-in',
      notice: expect.stringContaining('This project has no policy'),
    })
  })

  it('still counts after the key was rotated', async () => {
    const set = await approved()
    await withHome(set.home, rotateKey)
    expect(active(set)).toMatchObject({ why: 'approved', finding: null })
  })
})

describe('an approved policy that was tampered with', () => {
  const recordOf = ({ home, project }: Set): string => approvalPath(home, projectRoot(project))

  it('is not used: another compiled copy', async () => {
    const set = await approved()
    const path = compiledCopyPath(set.home, projectRoot(set.project), sha256(SMALL))
    overwrite(path, readFileSync(path, 'utf8').replaceAll('"block"', '"warn"'))
    expect(active(set)).toMatchObject(TAMPERED)
    rmSync(path)
    expect(active(set)).toMatchObject(TAMPERED)
  })

  it('is not used: a copy of another approved policy in its place', async () => {
    const set = await approved(WEAK)
    writePolicy(set.project, SMALL)
    await approve(set)
    const path = (text: string) => compiledCopyPath(set.home, projectRoot(set.project), sha256(text))
    chmodSync(path(SMALL), 0o600)
    copyFileSync(path(WEAK), path(SMALL))
    expect(active(set)).toMatchObject(TAMPERED)
  })

  it('is not used: an edited record, or one of another ledger', async () => {
    const set = await approved()
    const text = readFileSync(recordOf(set), 'utf8')
    for (const other of [text.replace(sha256(SMALL), sha256(WEAK)), text.slice(0, -1), '', '{}', 'x'.repeat(500)]) {
      overwrite(recordOf(set), other)
      expect(active(set)).toMatchObject(TAMPERED)
    }
    const record = JSON.parse(text).record
    overwrite(recordOf(set), sealRecord('policy approval', record, madeUpKey()))
    expect(active(set)).toMatchObject(TAMPERED)
    overwrite(recordOf(set), sealRecord('policy approval', record, madeUpKey(JSON.parse(text).key)))
    expect(active(set)).toMatchObject(TAMPERED)
  })

  it('is not used: the genuine record of another project, or of another kind', async () => {
    const set = await approved()
    const other = { home: set.home, project: projectWith(WEAK) }
    await approve(other)
    copyFileSync(recordOf(other), recordOf(set))
    expect(active(set)).toMatchObject(TAMPERED)
    const key = stolenKey(set.home, openKeyring(set.home).current().id)
    const record = { ...JSON.parse(readFileSync(recordOf(set), 'utf8')).record, project: projectRoot(set.project) }
    overwrite(recordOf(set), sealRecord('policy signer', record, key))
    expect(active(set)).toMatchObject(TAMPERED)
  })

  it('is found by the ledger: an earlier genuine record put back, or the record removed', async () => {
    const set = await approved(WEAK)
    const earlier = readFileSync(recordOf(set))
    writePolicy(set.project, SMALL)
    await approve(set)
    overwrite(recordOf(set), earlier)
    expect(active(set, {}, 'ledger')).toMatchObject(TAMPERED)
    rmSync(recordOf(set))
    expect(active(set, {}, 'ledger')).toMatchObject(TAMPERED)
    // The seal alone does not show it.
    expect(active(set)).toMatchObject({ why: 'built-in', finding: null })
  })

  it('is found at once: a record sealed with a leaked retired key', async () => {
    const set = await approved()
    const old = stolenKey(set.home, openKeyring(set.home).current().id)
    await withHome(set.home, rotateKey)
    const { record } = JSON.parse(readFileSync(recordOf(set), 'utf8'))
    overwrite(recordOf(set), sealRecord('policy approval', { ...record, compiled: 'f'.repeat(64) }, old))
    expect(active(set)).toMatchObject(TAMPERED)
  })
})

describe('a policy that the environment names', () => {
  const env = (text: string) => ({ BAILIFF_POLICY_SHA256: sha256(text) })

  it('is active once compiled, without approval', async () => {
    const set = fresh()
    expect(active(set, env(SMALL))).toMatchObject({ why: 'built-in', notice: expect.stringContaining('not compiled') })
    await admit(set, env(SMALL))
    expect(active(set, env(SMALL))).toMatchObject({
      why: 'environment',
      policy: policyOf(SMALL),
      pinned: null,
      notice: null,
    })
    expect(active(set)).toMatchObject({ why: 'built-in' })
  })

  it('is not active if the hash is that of another file', async () => {
    const set = fresh()
    await admit(set, env(SMALL))
    writePolicy(set.project, WEAK)
    await admit(set, env(SMALL))
    expect(active(set, env(SMALL))).toMatchObject({
      why: 'built-in',
      notice: expect.stringContaining('does not match'),
    })
  })

  it('does not override an approval', async () => {
    const set = await approved()
    writePolicy(set.project, WEAK)
    await admit(set, env(WEAK))
    expect(active(set, env(WEAK))).toMatchObject({ why: 'approved-copy', policy: policyOf(SMALL) })
  })

  it('is not used if its compiled copy was changed, until it is compiled again', async () => {
    const set = fresh()
    await admit(set, env(SMALL))
    const path = compiledCopyPath(set.home, projectRoot(set.project), sha256(SMALL))
    overwrite(path, readFileSync(path, 'utf8').replaceAll('"block"', '"warn"'))
    expect(active(set, env(SMALL))).toMatchObject(TAMPERED)
    await admit(set, env(SMALL))
    expect(active(set, env(SMALL))).toMatchObject({ why: 'environment' })
  })
})

describe('a signed policy', () => {
  const makeKeys = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    return { publicKey: readPublicKey(String(publicKey.export({ type: 'spki', format: 'pem' }))) ?? '', privateKey }
  }
  const sign = ({ project }: Set, text: string, key: ReturnType<typeof makeKeys>): void =>
    writeFileSync(join(project, '.bailiff/policy.yaml.sig'), signBytes(Buffer.from(text), key.privateKey))
  const trust = ({ home }: Set, { publicKey }: ReturnType<typeof makeKeys>) =>
    withHome(home, (open) => trustSigner(open.dir, publicKey, open.keyring.current()))

  it('is active if its key is trusted', async () => {
    const [set, key] = [fresh(), makeKeys()]
    sign(set, SMALL, key)
    await trust(set, key)
    await admit(set)
    expect(active(set)).toMatchObject({ why: 'signed', policy: policyOf(SMALL), notice: null })
  })

  it.each(['an untrusted key', 'a signature of another file', 'a planted trusted key', 'no signature at all'])(
    'is not active with %s',
    async (what) => {
      const [set, key, stranger] = [fresh(), makeKeys(), makeKeys()]
      const id = await trust(set, key)
      if (what === 'an untrusted key') sign(set, SMALL, stranger)
      if (what === 'a signature of another file') sign(set, WEAK, key)
      if (what === 'no signature at all') writeFileSync(join(set.project, '.bailiff/policy.yaml.sig'), 'AAAA\n')
      if (what === 'a planted trusted key') {
        sign(set, SMALL, key)
        overwrite(
          join(signersDir(set.home), `${id}.json`),
          sealRecord('policy signer', { publicKey: key.publicKey }, madeUpKey()),
        )
      }
      await admit(set)
      expect(active(set)).toMatchObject({ why: 'built-in', notice: expect.stringContaining('not approved') })
    },
  )

  it('falls back to what was approved when the file is changed after signing', async () => {
    const [set, key] = [await approved(), makeKeys()]
    await trust(set, key)
    sign(set, SMALL, key)
    writePolicy(set.project, WEAK)
    await admit(set)
    expect(active(set)).toMatchObject({ why: 'approved-copy', policy: policyOf(SMALL) })
  })
})
