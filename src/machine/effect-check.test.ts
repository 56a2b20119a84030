import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../test/helpers/collect.ts'
import { audit, findingsOf, overwrite, withHome, withStore } from '../../test/helpers/ledger.ts'
import { projectWith } from '../../test/helpers/policies.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import type { CheckEffect, EffectCall } from '../controller/drivers/driver.ts'
import { changesFrom } from '../policy/diff.ts'
import { parsePolicy } from '../policy/parse.ts'
import { approvePolicy } from '../policy/stores/approve.ts'
import { approvalPath, compiledCopyPath } from '../policy/stores/layout.ts'
import { projectRoot, readSource } from '../policy/stores/source.ts'
import { effectCheckOf } from './effect-check.ts'

/** A project with a ledger outside of it. `person` is the home directory of its user. */
type Bench = { dir: string; project: string; person: string; check: CheckEffect }

const bench = (project = tempDir()): Bench => {
  const dir = join(tempDir(), 'home')
  const person = tempDir()
  return { dir, project, person, check: checkIn(dir, person) }
}

const checkIn =
  (dir: string, person: string): CheckEffect =>
  (calls, cwd) =>
    withHome(dir, (home) => effectCheckOf(home, { HOME: person })(calls, cwd))

/** A project in which a person approved this policy. */
async function ruled(dispatch: string): Promise<Bench & { source: string }> {
  const on = bench(projectWith(`version: 1\ndispatch: ${dispatch}\n`))
  const source = readSource(projectRoot(on.project))
  const parsed = source.kind === 'read' ? parsePolicy(source.policy, source.contract) : null
  if (source.kind !== 'read' || !parsed?.ok) throw new Error(`not a policy: ${JSON.stringify(parsed)}`)
  const changes = changesFrom(null, parsed.compiled.policy)
  await withHome(on.dir, (home) =>
    approvePolicy(home, projectRoot(on.project), { source, ...parsed }, { changes, decision: {} }),
  )
  return { ...on, source: parsed.sourceSha256 }
}

const write = (path: string, content = 'x\n'): EffectCall => ({ kind: 'write', path, content })
const remove = (path: string): EffectCall => ({ kind: 'remove', path })
const command = (line: string): EffectCall => ({ kind: 'command', command: line })
const request = (url: string, method = 'POST'): EffectCall => ({ kind: 'request', method, url })

const kindsOf = ({ facts }: Awaited<ReturnType<CheckEffect>>): string[] => facts.map(({ kind }) => kind)

const PASSED = { denied: null, facts: [] }
const OFF = '{"disableAllHooks":true}'
const TOKEN = `ghp_${'a1B2'.repeat(9)}`

describe('the calls of an effect', () => {
  it('pass, and add nothing to the record, if no check objects', async () => {
    const { project, check } = bench()
    for (const call of [
      write('app.conf'),
      write(join(project, 'conf.d/new/app.conf')),
      // No shell expands paths: this is a folder named `~`.
      write('~/.claude/settings.json', OFF),
      remove('app.conf'),
      remove('-rf'),
      command('npm test'),
      request('https://api.example.org/items?q=1'),
      { kind: 'other', ref: 'resource:queue:jobs' } as const,
    ])
      expect(await check([call], project)).toEqual(PASSED)
    expect(await check([], project)).toEqual(PASSED)
  })

  it.each<[string, string, (on: Bench) => EffectCall]>([
    ['write a key', 'PROTECTED_KEYS', ({ dir }) => write(join(dir, 'keys/current'))],
    ['write to the ledger', 'PROTECTED_LEDGER', ({ dir }) => write(join(dir, 'ledger/session/s.jsonl'))],
    ['write an approved policy', 'PROTECTED_POLICY', ({ dir }) => write(join(dir, 'policy/p/approved.json'))],
    ['write the program of the hooks', 'PROTECTED_LEDGER', ({ dir }) => write(join(dir, 'bin/bailiff-hook'))],
    ['write hook settings', 'PROTECTED_SETTINGS', () => write('.claude/settings.json', OFF)],
    [
      "write a person's hook settings",
      'PROTECTED_SETTINGS',
      ({ person }) => write(join(person, '.claude/settings.json'), OFF),
    ],
    [
      'leave the folder',
      'PROTECTED_KEYS',
      ({ dir, project }) => write(`${project}/a/../../${'../'.repeat(20)}${dir}/keys/k`),
    ],
    [
      'name a path with a line break',
      'PROTECTED_KEYS',
      ({ dir }) => write(`a\n/../${'../'.repeat(20)}${dir}/keys/k\n`),
    ],
    ['remove a key', 'PROTECTED_KEYS', ({ dir }) => remove(join(dir, 'keys/current'))],
    ['remove a file with a quote in its path', 'PROTECTED_KEYS', ({ dir }) => remove(join(dir, "keys/it's {a,b} *"))],
    ['remove the ledger', 'PROTECTED', ({ dir }) => remove(dir)],
    ['read a key with a command', 'PROTECTED_KEYS', ({ dir }) => command(`cat ${dir}/keys/current`)],
    ['read keys by a variable', 'PROTECTED_KEYS', () => command('cat $BAILIFF_HOME/keys/*')],
    ['decide in place of a person', 'PERSON_ONLY', () => command('bailiff policy approve')],
    [
      'write a git hook that reads a key',
      'PROTECTED_KEYS',
      () => write('.git/hooks/pre-commit', '#!/bin/sh\ncat $BAILIFF_HOME/keys/*\n'),
    ],
  ])('are denied if they %s', async (_, code, callOf) => {
    const on = bench()
    const checked = await on.check([callOf(on)], on.project)
    expect(checked.denied).toMatch(new RegExp(`^Not permitted: .*\\(${code}\\w*\\)`))
    expect(kindsOf(checked)).toEqual(['dispatch.proposed', 'dispatch.denied'])
    expect(checked.facts[0]?.body).toMatchObject({ tool: 'apply_effect', cwd: on.project })
  })

  it('are denied if they reach a protected place through a symlink, also one made since the last check', async () => {
    const { dir, project, check } = bench()
    const calls = [write('link/home/keys/current'), remove('link/home/keys/current'), command('cat link/home/keys/k1')]
    for (const call of calls) expect(await check([call], project)).toEqual(PASSED)
    symlinkSync(dirname(dir), join(project, 'link'))
    for (const call of calls)
      expect(await check([call], project)).toMatchObject({ denied: expect.stringContaining('(PROTECTED_KEYS)') })
  })

  it('are checked up to the first that is denied', async () => {
    const { dir, project, check } = bench()
    const checked = await check(
      [write('ok.conf'), write('.git/hooks/pre-commit'), write(join(dir, 'keys/a')), command('claude -p hello')],
      project,
    )
    expect(checked.denied).toContain('(PROTECTED_KEYS)')
    expect(kindsOf(checked)).toEqual(['dispatch.proposed', 'dispatch.flagged', 'dispatch.proposed', 'dispatch.denied'])
  })

  it('pass with a record if a finding is only flagged, or if a command starts an agent program', async () => {
    const { project, check } = bench()
    expect(await check([write('.git/hooks/pre-commit')], project)).toMatchObject({
      denied: null,
      facts: [
        { kind: 'dispatch.proposed', body: { input: { kind: 'write', path: join(project, '.git/hooks/pre-commit') } } },
        { kind: 'dispatch.flagged', body: { answer: 'flag', findings: [{ code: 'STARTUP_CHANGED' }] } },
      ],
    })
    expect(kindsOf(await check([command('claude -p hello')], project))).toEqual([
      'dispatch.proposed',
      'blindspot.noted',
    ])
  })

  it('are denied if a person would have to be asked, whatever the policy says about nobody being there', async () => {
    for (const on of [bench(), await ruled('{ nobody_to_ask: flag }')]) {
      const checked = await on.check([remove('/usr/share/elsewhere')], on.project)
      expect(checked.denied).toMatch(/^Not permitted: .*\(OUTSIDE_REMOVED\)/)
      expect(checked.facts).toMatchObject([
        { kind: 'dispatch.proposed' },
        { kind: 'dispatch.flagged', body: { answer: 'deny', unasked: true } },
        { kind: 'dispatch.denied', body: { code: 'OUTSIDE_REMOVED' } },
      ])
    }
  })
})

describe('the policy of the folder', () => {
  it('denies a write outside of its folders, also through a symlink', async () => {
    const { project, check } = await ruled('{ roots: [conf], codes: { WRITTEN_OUTSIDE: deny } }')
    mkdirSync(join(project, 'conf'))
    symlinkSync('/usr/share', join(project, 'conf/link'))
    expect(await check([write('conf/app.conf')], project)).toEqual(PASSED)
    for (const path of ['/usr/share/app.conf', 'conf/link/app.conf', 'conf/../../../../../../../../usr/app.conf'])
      expect(await check([write(path)], project)).toMatchObject({
        denied: expect.stringContaining('(WRITTEN_OUTSIDE)'),
      })
  })

  it('denies a secret in the content, and keeps it out of the ledger', async () => {
    const { dir, project, check } = await ruled('{ codes: { SECRET_INTRODUCED: deny } }')
    const { denied, facts } = await check([write('app.conf', `token: ${TOKEN}\n`)], project)
    expect(denied).toContain('(SECRET_INTRODUCED)')
    expect(denied).not.toContain(TOKEN)
    const entries = await withStore(dir, async (store) => {
      await store.append('controller/c', facts)
      return collect(store.read('controller/c'))
    })
    expect(entries.map(({ kind }) => kind)).toEqual(['dispatch.proposed', 'dispatch.flagged', 'dispatch.denied'])
    expect(JSON.stringify(entries)).not.toContain(TOKEN)
    expect(await findingsOf(dir)).toEqual([])
  })

  it.each([
    ['{ protected_files: [db/**], codes: { FILE_PROTECTED: deny } }', write('db/1.sql'), 'FILE_PROTECTED'],
    ['{ max_lines: 2, codes: { CHANGE_LARGE: deny } }', write('a', 'x\n'.repeat(9)), 'CHANGE_LARGE'],
    ['{ codes: { TESTS_DELETED: deny } }', remove('src/a.test.ts'), 'TESTS_DELETED'],
    ['{ commands: { deny: [npm publish] } }', command('npm publish'), 'COMMAND_RULED'],
    ['{ codes: { STARTUP_CHANGED: deny } }', write('.git/hooks/pre-push'), 'STARTUP_CHANGED'],
  ])('applies to effects as to tool calls: %s', async (policy, call, code) => {
    const { project, check } = await ruled(policy)
    expect((await check([call], project)).denied).toContain(`(${code})`)
  })

  it('gives effects the role "controller", or else that of subagents', async () => {
    const own = await ruled("{ roles: { controller: { write: deny }, '*': { run: deny } } }")
    expect((await own.check([write('a')], own.project)).denied).toContain('(ROLE_EXCEEDED)')
    expect(await own.check([command('true')], own.project)).toEqual(PASSED)
    const other = await ruled("{ roles: { worker: { write: deny }, main: { write: deny }, '*': { network: deny } } }")
    expect(await other.check([write('a')], other.project)).toEqual(PASSED)
    expect((await other.check([request('https://example.org')], other.project)).denied).toContain('(ROLE_EXCEEDED)')
    expect(await other.check([request('http://localhost:8080/x')], other.project)).toEqual(PASSED)
  })

  it('permits requests to hosts it lists and to this machine', async () => {
    const { project, check } = await ruled("{ hosts: [listed.org, '*.example.org', 'ported.org:443'] }")
    for (const url of [
      'https://listed.org',
      'http://LISTED.org:8080/a?b=c#d',
      'https://me:pass@listed.org/',
      'https://listed.org/?next=https://other.org',
      'https://a.example.org/',
      'https://ported.org/',
      'http://127.0.0.1:3000/',
      'http://[::1]:3000/',
      'http://2130706433/',
    ])
      expect(await check([request(url)], project)).toEqual(PASSED)
  })

  it('denies requests to other hosts, however they are written', async () => {
    const { project, check } = await ruled('{ hosts: [listed.org, "ported.org:443"] }')
    for (const url of [
      'https://other.org/listed.org',
      'https://listed.org@other.org/',
      'https://listed.org:"@other.org/',
      'https://x@listed.org@other.org/',
      'https:///other.org/',
      'https:other.org',
      'https://listed.org\n.other.org/',
      'https://listed.org\t.other.org/',
      'https://lísted.org/',
      'https://listed.org.other.org/',
      'https://ported.org:8443/',
      'http://ported.org/',
    ])
      expect(await check([request(url)], project)).toMatchObject({
        denied: expect.stringContaining('(HOST_UNLISTED)'),
        facts: [{}, { kind: 'dispatch.flagged' }, { kind: 'dispatch.denied', body: { code: 'HOST_UNLISTED' } }],
      })
    expect(await check([request('https://me:pa55@other.org/a?key=s3')], project)).toMatchObject({
      facts: [{ body: { input: { kind: 'request', method: 'POST', url: 'https://other.org:443/a' } } }, {}, {}],
    })
  })
})

describe('a check that fails', () => {
  const FAILED = 'Not permitted: this effect could not be checked (CHECK_FAILED).'

  it.each(['listed.org', '/items', 'file:///etc/hosts', 'ftp://listed.org/', 'https://listed.org!.other.org/', ''])(
    'denies a request to %j',
    async (url) => {
      const { project, check } = bench()
      expect(await check([write('.git/hooks/a'), request(url)], project)).toMatchObject({
        denied: FAILED,
        facts: [{ kind: 'dispatch.proposed' }, { kind: 'dispatch.flagged' }, { kind: 'check.failed' }],
      })
    },
  )

  it('denies every effect if the approved policy was tampered with', async () => {
    const { dir, project, check, source } = await ruled('{}')
    expect(await check([write('a')], project)).toEqual(PASSED)
    overwrite(compiledCopyPath(dir, projectRoot(project), source), '{}')
    expect(await check([write('a')], project)).toMatchObject({
      denied: FAILED,
      facts: [{ kind: 'dispatch.proposed' }, { kind: 'check.failed', body: { detail: 'Error: POLICY_TAMPERED' } }],
    })
  })

  it('denies every effect if the approval cannot be read', async () => {
    const { dir, project, check } = bench()
    const approval = approvalPath(dir, projectRoot(project))
    mkdirSync(dirname(approval), { recursive: true })
    symlinkSync(approval, approval)
    for (const call of [write('a'), { kind: 'other', ref: 'resource:x' } as const]) {
      const checked = await check([call], project)
      expect(checked.denied).toBe(FAILED)
      expect(kindsOf(checked)).toEqual(['dispatch.proposed', 'check.failed'])
    }
  })

  it('denies every effect in a folder that does not exist', async () => {
    const { project, check } = bench()
    expect((await check([write('a')], join(project, 'gone'))).denied).toBe(FAILED)
  })

  it('denies an effect whose finding cannot be recorded', async () => {
    const { dir, project, person } = bench()
    const checked = await withHome(dir, (home) => {
      rmSync(join(dir, 'artifacts'), { recursive: true, force: true })
      writeFileSync(join(dir, 'artifacts'), '')
      return effectCheckOf(home, { HOME: person })([write('.git/hooks/a', 'x'.repeat(40_000))], project)
    })
    expect(checked.denied).toBe(FAILED)
    expect(kindsOf(checked)).toEqual(['check.failed'])
  })
})

it('records long content as an artifact, in drafts that a ledger takes', async () => {
  const { dir, project, check } = bench()
  const { facts } = await check([write('.git/hooks/a', `#${'x'.repeat(40_000)}`)], project)
  expect(facts[0]).toMatchObject({ body: { input: { content: { artifact: 'input.content' } } }, artifacts: [{}] })
  await withStore(dir, (store) => store.append('controller/c', facts))
  expect((await audit(dir)).findings).toEqual([])
})
