import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Around, type Ran, runCli, unwrapped } from '../../../test/helpers/cli.ts'
import { projectWith, SMALL, writePolicy } from '../../../test/helpers/policies.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { sha256 } from '../../ledger/digest.ts'
import { policyJsonSchema } from '../../policy/schema.ts'

const WEAK = `${SMALL}modes: { done: warn }\n`

class Bench {
  readonly home = join(tempDir(), 'home')
  readonly project: string

  constructor(text = SMALL) {
    this.project = projectWith(text)
  }

  run(line: string, env: NodeJS.ProcessEnv = {}, around: Around = {}): Promise<Ran> {
    return runCli(['policy', ...line.split(' '), '--project', this.project, '--home', this.home], env, around)
  }

  async entries(stream: string): Promise<{ kind: string; body: { [key: string]: unknown } }[]> {
    const { out } = await runCli(['show', stream, '--json', '--home', this.home])
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  async ruledBy(env: NodeJS.ProcessEnv = {}): Promise<string> {
    return JSON.parse((await this.run('show --json', env)).out).why
  }
}

describe('policy show without a policy file', () => {
  it('suggests restoring or writing the file instead of comparing it', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    const file = join(bench.project, '.bailiff/policy.yaml')
    rmSync(file)
    const { exit, out } = await bench.run('show')
    expect([exit, out.includes('policy diff')]).toEqual([0, false])
    expect(unwrapped(out)).toMatch(
      /! The policy file is missing, so the approved copy is active\. Restore it, or .* Run: bailiff init $/,
    )
    expect((await bench.run('diff')).err).toContain(`There is no ${file}. "bailiff init" writes one `)
  })
})

describe('policy check', () => {
  it('says what a policy means, for people and as JSON', async () => {
    const bench = new Bench()
    const { exit, out } = await bench.run('check')
    expect(exit).toBe(0)
    expect(out).toContain(
      `policy.yaml is valid.\n  sha256 ${sha256(SMALL)}\nIt means:\n  "done" is blocked until tests has passed.\n`,
    )
    expect(JSON.parse((await bench.run('check --json')).out)).toMatchObject({
      ok: true,
      sha256: sha256(SMALL),
      compiledSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      policy: { v: 3 },
    })
    expect(existsSync(bench.home)).toBe(false)
  })

  it('lists problems with line and column, and exits with 1', async () => {
    const bench = new Bench('version: 1\nvalidatrs: {}\nmodes: { don: warn }\n')
    const { exit, out, err } = await bench.run('check')
    const file = join(bench.project, '.bailiff/policy.yaml')
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toBe(`${file}:2:1  validatrs: Unknown field "validatrs". Did you mean "validators"?
${file}:3:10  modes.don: Unknown field "don". Did you mean "done"?
2 problems [POLICY_INVALID]
`)
    expect(JSON.parse((await bench.run('check --json')).out)).toMatchObject({
      ok: false,
      problems: [
        { line: 2, column: 1 },
        { line: 3, column: 10 },
      ],
    })
  })

  it.each([
    ['npm test', { 'package.json': '{ "scripts": { "test": "node --test || echo ok" } }' }, 'node --test'],
    [
      'npm test',
      { 'package.json': '{ "scripts": { "test": "./t.sh" } }', 't.sh': '#!/bin/sh\nvitest run | tail\n' },
      'vitest run',
    ],
    ['make test', { Makefile: 'test:\n\tpytest || true\n' }, 'pytest'],
  ])('refuses "%s" if a script behind it hides a failure, and so does approve', async (command, files, hidden) => {
    const bench = new Bench(`version: 1\nvalidators:\n  tests: ${command}\nbindings: { done: tests }\n`)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(bench.project, name), text)
    for (const line of ['check', 'approve --yes']) {
      const { exit, err } = await bench.run(line)
      expect(exit).toBe(1)
      expect(err).toContain(`policy.yaml:3:10  validators.tests: In a script that it starts, a failure of "${hidden}"`)
      expect(err).toContain('[POLICY_INVALID]')
    }
    expect(existsSync(bench.home)).toBe(false)
  })

  it('accepts a script behind a command that shows its failures', async () => {
    const bench = new Bench('version: 1\nvalidators: { tests: npm test }\nbindings: { done: tests }\n')
    const script = 'echo start; node --test && echo ok'
    writeFileSync(join(bench.project, 'package.json'), JSON.stringify({ scripts: { test: script } }))
    expect(await bench.run('check')).toMatchObject({ exit: 0 })
    expect(await bench.run('approve --yes')).toMatchObject({ exit: 0 })
  })

  it('reads another file if one is named', async () => {
    const bench = new Bench()
    const file = join(tempDir(), 'other.yaml')
    writeFileSync(file, 'version: 3\n')
    expect((await bench.run(`check ${file}`)).err).toContain(`${file}:1:10  version: Expected 1, found 3.`)
    expect(await bench.run(`check ${file}x`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
  })

  it('prints text from a policy so that it cannot control the terminal', async () => {
    const bench = new Bench('version: 1\n"\\e[2J": 1\n')
    expect((await bench.run('check')).err).not.toContain('\u001b')
  })

  it('says where it looked if there is no policy, or a symlink in its place', async () => {
    const bench = new Bench()
    const file = join(bench.project, '.bailiff/policy.yaml')
    rmSync(file)
    expect(await bench.run('check')).toMatchObject({ exit: 1, err: expect.stringContaining(`There is no ${file}`) })
    symlinkSync('/etc/hostname', file)
    expect(await bench.run('check')).toMatchObject({ exit: 1, err: expect.stringContaining('it is a symlink') })
  })
})

describe('policy approve', () => {
  it('shows what the policy means, asks, and activates it', async () => {
    const bench = new Bench()
    expect(await bench.ruledBy()).toBe('built-in')
    const asked: string[] = []
    const { exit, out } = await bench.run('approve', {}, { answer: '', asked })
    expect([exit, asked]).toEqual([0, ['Approve this policy in your name? [Y/n] ']])
    expect(out).toMatch(/^No policy is approved here yet\. This policy means:\n {2}"done" is blocked .*Approved for /s)
    expect(await bench.ruledBy()).toBe('approved')
    expect(await bench.entries('admin/policy')).toMatchObject([
      { kind: 'policy.approved', body: { confirmed: 'typed' } },
    ])
  })

  it('weakens an approved policy only for a typed word', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    writePolicy(bench.project, WEAK)
    const asked: string[] = []
    expect((await bench.run('approve', {}, { answer: 'approve', asked })).exit).toBe(0)
    expect(asked).toEqual(['Type "approve" to continue: '])
  })

  it('says that nothing changes if the same policy is approved again', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    expect((await bench.run('approve --yes')).out).toMatch(/^It means the same as the approved policy\.\nApproved for /)
  })

  it('shows only what changes the next time', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    writePolicy(bench.project, WEAK)
    const { out } = await bench.run('approve --yes')
    expect(out).toMatch(
      /^2 changes compared with the approved policy:\n {2}mode of done: block → warn \(weaker\)\n {2}mode of work: block → warn \(weaker\)\nApproved for /,
    )
    expect(await bench.entries('admin/policy')).toMatchObject([
      {},
      {
        body: {
          changes: ['mode of done: block → warn (weaker)', 'mode of work: block → warn (weaker)'],
          confirmed: '--yes',
        },
      },
    ])
  })

  it.each([
    ['there is no terminal', {}, 'no terminal'],
    ['the person types something else', { answer: 'yes' }, 'not type "approve"'],
    ['the person only presses return', { answer: '' }, 'not type "approve"'],
  ])('does not weaken the policy if %s', async (_, around, why) => {
    const bench = new Bench()
    await bench.run('approve --yes')
    writePolicy(bench.project, WEAK)
    expect(await bench.run('approve', {}, around)).toMatchObject({
      exit: 3,
      err: expect.stringMatching(new RegExp(`${why}.*\\[NOT_CONFIRMED\\]`)),
    })
    expect(await bench.ruledBy()).toBe('approved-copy')
    expect(await bench.entries('admin/refusals')).toMatchObject([
      { kind: 'command.refused', body: { code: 'NOT_CONFIRMED' } },
    ])
  })

  it.each([
    ['in its environment', { CLAUDECODE: '1' }, {}],
    ['in its environment, and a word on the terminal', { CODEX_CI: '1' }, { answer: 'approve' }],
    ['above it', {}, { ancestors: [['bash'], ['gemini']] }],
  ])('is refused to an agent that shows %s, --yes or not, and the refusal is recorded', async (_, env, around) => {
    const bench = new Bench()
    await bench.run('approve --yes')
    writePolicy(bench.project, WEAK)
    for (const line of ['approve', 'approve --yes', 'approve --yes --json'])
      expect(await bench.run(line, env, around)).toMatchObject({
        exit: 3,
        err: expect.stringContaining('[PERSON_ONLY]'),
      })
    expect(await bench.ruledBy()).toBe('approved-copy')
    const refusals = await bench.entries('admin/refusals')
    expect(refusals).toHaveLength(3)
    expect(refusals[0]).toMatchObject({
      kind: 'command.refused',
      body: { command: 'policy approve', code: 'PERSON_ONLY' },
    })
  })

  it('creates no ledger if it refuses', async () => {
    const bench = new Bench()
    expect((await bench.run('approve --yes', { GEMINI_CLI: '1' })).exit).toBe(3)
    expect(existsSync(bench.home)).toBe(false)
  })

  it('does not approve an invalid policy', async () => {
    const bench = new Bench('version: 9\n')
    expect(await bench.run('approve --yes')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[POLICY_INVALID]'),
    })
    expect(existsSync(bench.home)).toBe(false)
  })

  it('names missing pinned files', async () => {
    const bench = new Bench(`${SMALL}pins: [gone.json]\n`)
    expect((await bench.run('approve --yes')).out).toContain('Pinned, but not there now: gone.json. Creating one')
  })
})

describe('policy diff and show', () => {
  it('say what a changed file would mean, and that it is not active', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    expect((await bench.run('diff')).out).toContain('means the same')
    writePolicy(bench.project, WEAK)
    expect(await bench.run('diff')).toMatchObject({
      exit: 0,
      out: '2 changes compared with the active policy:\n  mode of done: block → warn (weaker)\n  mode of work: block → warn (weaker)\nChanges take effect once a person approves them: bailiff policy approve\n',
    })
    expect(JSON.parse((await bench.run('diff --json')).out).changes).toEqual([
      { weaker: true, line: 'mode of done: block → warn' },
      { weaker: true, line: 'mode of work: block → warn' },
    ])
    const { exit, out } = await bench.run('show')
    expect(exit).toBe(0)
    expect(out).toContain('Active:  the copy that a person approved, not its policy file\n')
    expect(out).toMatch(/! The policy or contract file differs from the approved one, .*\n$/s)
  })

  it('exit with 2 if the approved policy was tampered with', async () => {
    const bench = new Bench()
    await bench.run('approve --yes')
    execFileSync('sh', [
      '-c',
      `chmod u+w "${bench.home}"/policy/*/copies/*.json && echo '{}' | tee "${bench.home}"/policy/*/copies/${sha256(SMALL)}.json`,
    ])
    expect(await bench.run('show')).toMatchObject({ exit: 2, out: expect.stringContaining('[POLICY_TAMPERED]') })
  })

  it('compile the policy that the environment names, so that it becomes active', async () => {
    const bench = new Bench()
    const other = new Bench()
    rmSync(bench.home, { recursive: true, force: true })
    await runCli(['policy', 'approve', '--yes', '--project', other.project, '--home', bench.home])
    expect(await bench.ruledBy({ BAILIFF_POLICY_SHA256: sha256(SMALL) })).toBe('environment')
    expect(await bench.ruledBy({ BAILIFF_POLICY_SHA256: sha256(WEAK) })).toBe('built-in')
  })

  it('report a missing folder', async () => {
    expect(await runCli(['policy', 'show', '--project', '/no/such/folder'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
  })
})

describe('policy sign and trust', () => {
  const makeKeys = (dir: string): { pem: string; pub: string } => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const [pem, pub] = [join(dir, 'key.pem'), join(dir, 'key.pub')]
    writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(pub, publicKey.export({ type: 'spki', format: 'pem' }))
    return { pem, pub }
  }

  it('let a key sign for this machine until it is no longer trusted', async () => {
    const bench = new Bench()
    const { pem, pub } = makeKeys(tempDir())
    expect((await bench.run(`sign --key ${pem}`)).exit).toBe(0)
    expect(await bench.ruledBy()).toBe('built-in')
    const trust = (...more: string[]) => runCli(['policy', 'trust', pub, ...more, '--home', bench.home])
    expect((await trust('--yes')).out).toMatch(/Key [0-9a-f]{16} is now trusted\.\n$/)
    expect(await bench.ruledBy()).toBe('signed')
    writePolicy(bench.project, WEAK)
    expect(await bench.ruledBy()).toBe('built-in')
    expect((await trust('--remove', '--yes')).out).toContain('is no longer trusted.')
    writePolicy(bench.project, SMALL)
    expect(await bench.ruledBy()).toBe('built-in')
    expect((await bench.entries('admin/policy')).map(({ kind }) => kind)).toEqual([
      'signer.trusted',
      'signer.distrusted',
    ])
  })

  it('refuse agents and invalid keys', async () => {
    const bench = new Bench()
    const { pem, pub } = makeKeys(tempDir())
    const trust = (key: string, env = {}) => runCli(['policy', 'trust', key, '--yes', '--home', bench.home], env)
    expect(await trust(pub, { CLAUDECODE: '1' })).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[PERSON_ONLY]'),
    })
    expect(await trust(pem)).toMatchObject({ exit: 1, err: expect.stringContaining('not an Ed25519 public key') })
    expect(await bench.run(`sign --key ${pub}`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('not an Ed25519 private key'),
    })
    expect(await bench.run('sign')).toMatchObject({ exit: 1, err: expect.stringContaining('[USAGE]') })
    expect(existsSync(bench.home)).toBe(false)
  })
})

describe('policy schema', () => {
  it('prints the schema that the package carries in docs/', async () => {
    const { out } = await runCli(['policy', 'schema'])
    expect(JSON.parse(out)).toEqual(policyJsonSchema())
    expect(JSON.parse(readFileSync('docs/policy.schema.json', 'utf8'))).toEqual(policyJsonSchema())
  })

  it('prints the schema of a contract, which has the fields of the section', async () => {
    const { out } = await runCli(['policy', 'schema', '--contract'])
    const { title, properties } = JSON.parse(out)
    const section = JSON.parse((await runCli(['policy', 'schema'])).out).properties.contract.properties
    expect(title).toContain('contract.yaml')
    expect(Object.keys(properties)).toEqual(Object.keys(section))
  })
})

describe('policy approve runs new tests with CI=1 and without', () => {
  const policy = (more = ''): string => `version: 1
validators:
  test: { kind: node_test_pass, command: [${JSON.stringify(process.execPath)}, --test]${more} }
bindings:
  tests_pass: test
`
  const SKIPPING =
    "const { it } = require('node:test')\nit('a', () => {})\nit('b', { skip: 'CI' in process.env }, () => {})\n"

  const approve = (bench: Bench) => bench.run('approve', {}, { answer: 'y' })

  it('and says where the results differ, once', async () => {
    const bench = new Bench(policy())
    writeFileSync(join(bench.project, 'a.test.js'), SKIPPING)
    const { err, exit } = await approve(bench)
    expect(exit).toBe(0)
    expect(err).toContain(
      'different\n  With CI=1: 1 passed, 0 failed, 1 skipped.\n  Without: 2 passed, 0 failed, 0 skipped.',
    )
    expect((await approve(bench)).err).not.toContain('Running')
    writePolicy(bench.project, policy(', env: { CI: "" }'))
    expect((await approve(bench)).err).not.toContain('Running')
  })

  it('unless they are the same, cannot be counted, or nobody is there', async () => {
    const bench = new Bench(policy())
    writeFileSync(join(bench.project, 'a.test.js'), "require('node:test').it('a', () => {})\n")
    expect((await bench.run('approve --yes')).err).toBe('')
    writePolicy(bench.project, policy(', timeout_seconds: 60'))
    expect((await approve(bench)).err).toContain('Running test with CI=1 and without, to compare ... the same\n')
    writePolicy(bench.project, policy().replace('[', '[/no/such/program, '))
    expect((await approve(bench)).err).toContain('to compare ... could not be compared\n')
  })
})
