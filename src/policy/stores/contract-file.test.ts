import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { audit, withHome } from '../../../test/helpers/ledger.ts'
import { projectWith, SMALL, writePolicy } from '../../../test/helpers/policies.ts'
import { scaled } from '../../../test/helpers/scale.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { sha256 } from '../../ledger/digest.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import type { ActivePolicy } from '../choose-policy.ts'
import { MAX_POLICY_BYTES } from '../project.ts'
import { admitPolicy } from './admit.ts'
import { loadActivePolicy } from './load-active-policy.ts'

const CONTRACT = 'keywords: [login]\nladder: [{ name: web, tool: WebFetch }]\n'
const EASY = 'keywords: [npm]\n'
const joined = (policy: string, contract: string): string => sha256(`${policy}\n---\n${contract}`)

class Bench {
  readonly home = join(tempDir(), 'home')
  readonly project = projectWith(SMALL)
  readonly file = join(this.project, '.bailiff/contract.yaml')

  constructor(contract: string | null = CONTRACT) {
    if (contract !== null) writeFileSync(this.file, contract)
  }

  run(line: string) {
    return runCli(['policy', ...line.split(' '), '--project', this.project, '--home', this.home])
  }

  active(env: NodeJS.ProcessEnv = {}, depth: 'seal' | 'ledger' = 'seal'): ActivePolicy {
    return loadActivePolicy({ dir: this.home, keyring: openKeyring(this.home) }, this.project, env, depth)
  }
}

const approved = async (contract: string | null = CONTRACT): Promise<Bench> => {
  const bench = new Bench(contract)
  expect(await bench.run('approve --yes')).toMatchObject({ exit: 0 })
  return bench
}

const LADDER = [{ name: 'web', tool: 'WebFetch', command: null, host: null }]

describe('a contract file', () => {
  it('is approved with the policy, and counts like a section of it', async () => {
    const bench = await approved()
    for (const depth of ['seal', 'ledger'] as const)
      expect(bench.active({}, depth)).toMatchObject({
        why: 'approved',
        source: joined(SMALL, CONTRACT),
        notice: null,
        policy: { contract: { keywords: ['login'], ladder: LADDER } },
      })
    const told = readFileSync(join(bench.home, 'ledger/admin/policy.jsonl'), 'utf8')
    expect(JSON.parse(told).entry.artifacts).toMatchObject([
      { name: 'policy.yaml', sha256: sha256(SMALL) },
      { name: 'contract.yaml', sha256: sha256(CONTRACT) },
    ])
    expect((await audit(bench.home)).findings).toEqual([])
  })

  it('can be changed without the policy, if a person approves it', async () => {
    const bench = await approved()
    writeFileSync(bench.file, EASY)
    expect((await bench.run('diff')).out).toContain('contract.keywords: ["login"] → ["npm"]')
    expect((await bench.run('approve --yes')).out).toContain('contract.keywords: ["login"] → ["npm"]')
    expect(bench.active()).toMatchObject({ why: 'approved', policy: { contract: { keywords: ['npm'], ladder: [] } } })
  })

  it('means what the same section means', async () => {
    const section = await approved(null)
    writePolicy(section.project, `${SMALL}contract: { keywords: [login], ladder: [{ name: web, tool: WebFetch }] }\n`)
    await section.run('approve --yes')
    expect(section.active().policy).toEqual((await approved()).active().policy)
  })

  it('has no effect when edited, removed, added or replaced without approval, and causes a notice', async () => {
    const bench = await approved()
    const rules = { why: 'approved-copy', finding: null, policy: { contract: { keywords: ['login'], ladder: LADDER } } }
    const unapproved = expect.stringMatching(
      /^The policy or contract file differs from the approved one, .* Run: bailiff policy diff$/,
    )
    writeFileSync(bench.file, EASY)
    expect(bench.active()).toMatchObject({ ...rules, notice: unapproved })
    rmSync(bench.file)
    expect(bench.active()).toMatchObject({ ...rules, notice: unapproved })
    writeFileSync(join(bench.project, 'elsewhere.yaml'), CONTRACT)
    symlinkSync('../elsewhere.yaml', bench.file)
    expect(bench.active()).toMatchObject({
      ...rules,
      notice: expect.stringContaining('The contract file cannot be used (it is a symlink)'),
    })
    rmSync(bench.file)
    mkdirSync(bench.file)
    expect(bench.active()).toMatchObject({ ...rules, notice: expect.stringContaining('it is not a regular file') })
    rmSync(bench.file, { recursive: true })
    writeFileSync(bench.file, CONTRACT)
    expect(bench.active()).toMatchObject({ why: 'approved', notice: null })

    const without = await approved(null)
    writeFileSync(without.file, EASY)
    expect(without.active()).toMatchObject({
      why: 'approved-copy',
      policy: { contract: { keywords: [], ladder: [] } },
      notice: unapproved,
    })
  })

  it('cannot be hidden in the policy file: the joined bytes are the same, but not a valid policy', async () => {
    const bench = await approved()
    rmSync(bench.file)
    writePolicy(bench.project, `${SMALL}\n---\n${CONTRACT}`)
    expect(bench.active().policy.contract.keywords).toEqual(['login'])
    expect(await bench.run('check')).toMatchObject({ exit: 1, err: expect.stringContaining('A second YAML document') })
  })

  it('is part of what is signed', async () => {
    const bench = await approved()
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const [pem, pub] = [join(bench.home, 'key.pem'), join(bench.home, 'key.pub')]
    writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(pub, publicKey.export({ type: 'spki', format: 'pem' }))
    expect(await bench.run(`sign --key ${pem}`)).toMatchObject({ exit: 0 })
    await runCli(['policy', 'trust', pub, '--yes', '--home', bench.home])
    expect(bench.active()).toMatchObject({ why: 'signed', source: joined(SMALL, CONTRACT) })
    writeFileSync(bench.file, EASY)
    expect(bench.active()).toMatchObject({ why: 'approved-copy', policy: { contract: { keywords: ['login'] } } })
  })

  it('is part of what the environment names', async () => {
    const bench = new Bench()
    const admit = (env: NodeJS.ProcessEnv) => withHome(bench.home, (open) => admitPolicy(open, bench.project, env))
    const both = { BAILIFF_POLICY_SHA256: joined(SMALL, CONTRACT) }
    const alone = { BAILIFF_POLICY_SHA256: sha256(SMALL) }
    await admit(both)
    await admit(alone)
    expect(bench.active(both)).toMatchObject({ why: 'environment', policy: { contract: { keywords: ['login'] } } })
    expect(bench.active(alone)).toMatchObject({ why: 'built-in' })
  })
})

describe('the policy commands', () => {
  it('include a contract file, and say so', async () => {
    const bench = new Bench()
    const check = await bench.run('check')
    expect(check.out).toContain(
      `policy.yaml with .bailiff/contract.yaml is valid.\n  sha256 ${joined(SMALL, CONTRACT)}\n`,
    )
    expect(check.out).toContain('A command proves something only if it contains one of: login.')
    const { out } = await bench.run('approve --yes')
    expect(out).toContain('This policy with .bailiff/contract.yaml means:')
    expect(out).toMatch(/Approved for .* with \.bailiff\/contract\.yaml\n {2}sha256 /)
    expect((await bench.run('show')).out).toContain(
      'approved by a person with .bailiff/contract.yaml\n         sha256 ',
    )
    writeFileSync(bench.file, EASY)
    const shown = await bench.run('show')
    expect(shown.out).toContain('A command proves something only if it contains one of: login.')
    expect(shown.out).toMatch(/! The policy or contract file differs from the approved one, .*\n$/s)
  })

  it('refuse a contract in both places', async () => {
    const bench = new Bench()
    writePolicy(bench.project, `${SMALL}contract: { keywords: [x1] }\n`)
    for (const line of ['check', 'diff', 'approve --yes', 'sign --key none.pem'])
      expect(await bench.run(line)).toMatchObject({
        exit: 1,
        err: expect.stringMatching(
          /policy\.yaml:7:1 {2}contract: \.bailiff\/contract\.yaml also defines a contract\..*\[CONTRACT_TWICE\]/s,
        ),
      })
    expect(JSON.parse((await bench.run('check --json')).out)).toMatchObject({ ok: false, code: 'CONTRACT_TWICE' })
    expect(bench.active().why).toBe('built-in')
  })

  it.each([
    ['an unknown field', 'keywords: [login]\nkeyword: [x]\n', 'contract.yaml:2:1  keyword: Unknown field "keyword".'],
    ['a field of the policy', 'modes: { done: off }\n', 'contract.yaml:1:1  modes: Unknown field "modes".'],
    ['no YAML', 'keywords: [login\n', 'contract.yaml:2:1'],
    ['a list', '- login\n', 'contract.yaml:1:1  Expected fields, found a list.'],
    ['nothing', '# nothing\n', 'contract.yaml:1:1  The file is empty. A contract needs keywords: or ladder:'],
    ['a second document', `${EASY}---\n${EASY}`, 'A second YAML document'],
    ['a prototype', '__proto__: { keywords: [a1] }\n', 'Unknown field "__proto__".'],
    ['nothing but brackets', '['.repeat(scaled(100_000, 20_000)), 'The file is nested more than 24 levels deep'],
  ])('refuse one with %s, by line and column in its own file', async (_, text, said) => {
    const bench = new Bench(text)
    const { exit, err } = await bench.run('approve --yes')
    expect(exit).toBe(1)
    expect(err).toContain(said)
    expect(err).toContain('[POLICY_INVALID]')
    expect(bench.active().why).toBe('built-in')
  })

  it.each([
    ['too large', (file: string) => writeFileSync(file, ' '.repeat(MAX_POLICY_BYTES + 1)), 'larger than 256 KB'],
    ['a folder', (file: string) => mkdirSync(file), 'not a regular file'],
    ['a link out of the project', (file: string) => symlinkSync('/etc/hostname', file), 'it is a symlink'],
    ['a link to nothing', (file: string) => symlinkSync('nowhere', file), 'it is a symlink'],
  ])('refuse one that is %s', async (_, make, why) => {
    const bench = new Bench(null)
    make(bench.file)
    expect(await bench.run('approve --yes')).toMatchObject({
      exit: 1,
      err: expect.stringMatching(new RegExp(`Cannot use .*contract\\.yaml: .*${why}`)),
    })
    expect(bench.active()).toMatchObject({
      why: 'built-in',
      notice: expect.stringContaining('The contract file cannot'),
    })
  })

  it('use the ladder of the file for the validators of the policy', async () => {
    const bench = new Bench()
    writePolicy(bench.project, 'version: 1\nvalidators: { tried: { kind: ladder_exhaustion_proof } }\n')
    expect(await bench.run('check')).toMatchObject({ exit: 0 })
    writeFileSync(bench.file, EASY)
    expect(await bench.run('check')).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/policy\.yaml:2:.*no ladder/),
    })
  })
})
