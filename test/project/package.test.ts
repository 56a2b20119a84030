import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Registry, startRegistry } from '../helpers/registry.ts'
import { tempDir } from '../helpers/temp.ts'

/** Tests the tarball as people install it, with its dependencies, in an empty project. */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

let dir = ''
let tarball = ''
let files: string[] = []
let registry: Registry

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'bailiff-package-'))
  // Already built; prepack would build again.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir], {
    encoding: 'utf8',
  })
  const [{ filename, files: listed }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  files = listed.map(({ path }) => path)
  tarball = join(dir, filename)
  registry = await startRegistry(tarball, dir)
})

afterAll(async () => {
  await registry.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the packed package', () => {
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: dir, encoding: 'utf8' })

  beforeAll(async () => {
    writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }\n')
    const places = [`--registry=${registry.url}`, `--cache=${join(dir, 'cache')}`]
    // Asynchronous, because the registry runs in this process.
    const args = ['install', '--no-audit', '--no-fund', '--silent', ...places, tarball]
    await promisify(execFile)('npm', args, { cwd: dir })
  })

  it('contains the program, its documents and its licence, and nothing else', () => {
    const built = ['bailiff', 'hook', 'prompt', 'observe', 'stop', 'gather', 'model', 'propose'].map(
      (name) => `dist/${name}.cjs`,
    )
    const doors = ['cli.js', 'index.js', 'index.d.ts', 'ai-sdk.js', 'ai-sdk.d.ts'].map((name) => `dist/${name}`)
    // Chunks shared by two entry points; the bundler names them.
    const shared = files.filter((file) => /^dist\/[\w-]+\.(?:js|d\.ts)$/.test(file) && !doors.includes(file))
    const documents = readdirSync('docs', { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
    const plugin = ['README.md', '.claude-plugin/plugin.json', 'hooks/hooks.json'].map((name) => `plugin/${name}`)
    const rest = [
      ...plugin,
      '.claude-plugin/marketplace.json',
      ...readdirSync('examples', { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name)),
      'dist/pack.bin',
      'dist/third-party.txt',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'package.json',
    ]
    expect([...files].sort()).toEqual([...built, ...doors, ...shared, ...documents, ...rest].sort())
    const code = files.filter((file) => file.endsWith('s')).map((file) => readFileSync(file, 'utf8'))
    expect(shared.filter((file) => !code.some((text) => text.includes(`./${basename(file, '.d.ts')}`)))).toEqual([])
  })

  it('says who made it, where it lives and that it is published with provenance', () => {
    const packed = JSON.parse(readFileSync(join(dir, 'node_modules/bailiff/package.json'), 'utf8'))
    expect(packed).toMatchObject({
      license: 'Apache-2.0',
      author: expect.stringMatching(/\S/),
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:.*\.git$/) },
      bugs: { url: expect.stringMatching(/^https:.*\/issues$/) },
      publishConfig: { access: 'public', provenance: true },
    })
  })

  it('installs a command that says its version', () => {
    expect(run('npx', '--no-install', 'bailiff', '--version')).toBe(`${version}\n`)
  })

  it('installs a command that explains itself', () => {
    expect(run(join(dir, 'node_modules/.bin/bailiff'), '--help')).toContain('Usage: bailiff <command> [options]')
  })

  it('contains examples that run where they are', () => {
    const folder = join(dir, 'compliance')
    cpSync(join(dir, 'node_modules/bailiff/examples/compliance'), folder, { recursive: true })
    const bin = join(dir, 'node_modules/.bin/bailiff')
    const args = ['run', 'task.yaml', '--home', join(dir, 'home'), '--', 'node', 'agents/well-behaved.mjs']
    const { status, stdout, stderr } = spawnSync(bin, args, { cwd: folder, encoding: 'utf8' })
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining('earned')])
  })

  it('can be imported to append entries and read them back', () => {
    writeFileSync(
      join(dir, 'use.mjs'),
      `import { openMemoryStore } from 'bailiff'
      const store = openMemoryStore()
      await store.append('session/first', [{ kind: 'note', actor: 'user', body: { text: 'seen' } }])
      for await (const { seq, kind, body } of store.read('session/first')) console.log(JSON.stringify({ seq, kind, body }))
      await store.close()`,
    )
    expect(JSON.parse(run(process.execPath, 'use.mjs'))).toEqual({ seq: 1, kind: 'note', body: { text: 'seen' } })
  })

  it('brings types that a strict compiler accepts', () => {
    writeFileSync(
      join(dir, 'use.ts'),
      `import { type Entry, openMemoryStore, type Store } from 'bailiff'
      const store: Store = openMemoryStore()
      for await (const entry of store.read('session/first')) entry satisfies Entry
      // @ts-expect-error an actor is one of a few
      await store.append('session/first', [{ kind: 'note', actor: 'nobody', body: {} }])`,
    )
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')]
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      'false',
      ...types,
    ]
    expect(run(process.execPath, tsc, ...options, 'use.ts')).toBe('')
  })

  it.each(['hook', 'observe', 'propose'])('has a hook that loads nothing but four modules of Node: %s.cjs', (name) => {
    const hook = readFileSync(join(dir, `node_modules/bailiff/dist/${name}.cjs`), 'utf8')
    const loaded = [...hook.matchAll(/\b(?:require|import)\(([^)]*)\)/g)].map(([, what]) => what?.replace(/["'`]/g, ''))
    expect(loaded.length).toBeGreaterThan(0)
    expect(['node:crypto', 'node:fs', 'node:os', 'node:path']).toEqual(expect.arrayContaining(loaded))
  })
})

describe('npx with the tarball, in an empty home', () => {
  /** A person with only Node, git and npm, whose cache and prefix are empty. No other registry can be reached. */
  function person() {
    const root = tempDir()
    const [folder, cache] = [join(root, 'project'), join(root, 'cache')]
    mkdirSync(folder)
    const npm = { cache, registry: registry.url, prefix: join(root, 'prefix'), userconfig: join(root, 'npmrc') }
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
      ...Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value])),
      HOME: root,
      XDG_STATE_HOME: join(root, 'state'),
    }
    // Asynchronous, because the registry runs in this process.
    const shell = (script: string, input = ''): Promise<string> =>
      new Promise((done, fail) => {
        const told = (error: Error | null, out: string, err: string) =>
          error === null ? done(out) : fail(new Error(`${error.message}\n${out}${err}`))
        execFile('/bin/sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' }, told).stdin?.end(input)
      })
    return { root, folder, cache, shell }
  }

  it('shows the first block in the demo', async () => {
    const { folder, shell } = person()
    expect(await shell(`npx --yes --package '${tarball}' -- bailiff demo`)).toContain(
      'Not permitted: ending the turn with claims or changes that no evidence',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('is installed as README says, where the plugin and the first commands are found', async () => {
    const { shell } = person()
    const script = [
      `npm install --global --prefix "$HOME/.local" --no-audit --no-fund --silent '${tarball}'`,
      'PATH="$HOME/.local/bin:$PATH"',
      'bailiff init --dry-run --host claude-code',
      'ls "$(bailiff --where)/.claude-plugin/marketplace.json" "$(bailiff --where)/plugin/hooks/hooks.json"',
      `npx --yes --package='${tarball}' bailiff init --dry-run --host claude-code`,
    ]
    const out = await shell(script.join(' && '))
    expect(out).toContain('.local/lib/node_modules/bailiff/.claude-plugin/marketplace.json')
    expect(out.match(/Nothing was written\. To write it: bailiff init/g)).toHaveLength(2)
  })

  it('installs hooks that block unearned claims and let earned ones pass, also without the cache of npx', async () => {
    const { root, folder, cache, shell } = person()
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "test": "node --test" } }\n')
    writeFileSync(join(folder, 'add.js'), 'export const add = (a, b) => a + b\n')
    const test = "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { add } from './add.js'\n"
    writeFileSync(join(folder, 'add.test.js'), `${test}test('adds', () => assert.equal(add(1, 2), 3))\n`)
    await shell('git init -q && git add . && git -c user.name=a -c user.email=a@example.org commit -qm Begin')
    await shell('npx --yes bailiff init --yes --host claude-code')
    const text = readFileSync(join(folder, '.claude/settings.local.json'), 'utf8')
    expect(text).not.toContain(cache)
    expect(readFileSync(join(root, 'state/bailiff/bin/bailiff-hook'), 'utf8')).not.toContain(cache)
    rmSync(cache, { recursive: true })
    const settings = JSON.parse(text)
    const tell = async (event: string, more: object): Promise<{ decision?: string; reason?: string }> => {
      const payload = { session_id: 's', cwd: folder, hook_event_name: event, ...more }
      return JSON.parse(await shell(settings.hooks[event][0].hooks[0].command, JSON.stringify(payload)))
    }
    await tell('SessionStart', { source: 'startup' })
    await tell('UserPromptSubmit', { prompt: 'Make it subtract.' })
    writeFileSync(join(folder, 'add.js'), 'export const add = (a, b) => a - b\n')
    const said = { last_assistant_message: 'Done. All tests pass.', stop_hook_active: false }
    expect(await tell('Stop', said)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('TESTS_FAILED'),
    })
    writeFileSync(join(folder, 'add.js'), 'export const add = (a, b) => a + b // as asked\n')
    expect((await tell('Stop', said)).decision).toBeUndefined()
  })
})

describe('a release', () => {
  const REPOSITORY = 'https://example.org/us/bailiff'

  /** Runs the check on a release: by default 1.2.3 with a changelog and no unreleased changesets. */
  function check(args: string[], changelog = '# Changelog\n\n## 1.2.3\n', waiting: string[] = []) {
    const cwd = tempDir()
    const declared = { version: '1.2.3', repository: { url: `git+${REPOSITORY}.git` } }
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(declared))
    writeFileSync(join(cwd, 'CHANGELOG.md'), changelog)
    mkdirSync(join(cwd, '.changeset'))
    for (const name of ['config.json', ...waiting]) writeFileSync(join(cwd, '.changeset', name), '')
    return spawnSync(process.execPath, [resolve('scripts/check-release.mjs'), ...args], { cwd, encoding: 'utf8' })
  }

  it('has a tag, a version, a section of the changelog and a repository that agree', () => {
    expect(check(['v1.2.3', REPOSITORY])).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    ['another tag', check.bind(null, ['v9.9.9']), 'The tag is v9.9.9, but package.json has version 1.2.3.'],
    ['no tag', check.bind(null, []), 'The tag is missing'],
    ['another repository', check.bind(null, ['v1.2.3', `${REPOSITORY}-fork`]), `but this is ${REPOSITORY}-fork`],
    ['no section', check.bind(null, ['v1.2.3'], '# Changelog\n'), 'CHANGELOG.md has no section "## 1.2.3".'],
    ['a changeset', check.bind(null, ['v1.2.3'], undefined, ['a.md']), 'Unreleased changesets: a.md.'],
  ])('is refused with %s', (_, refused, why) => {
    const { status, stderr } = refused()
    expect([status, stderr]).toEqual([1, expect.stringContaining(why)])
  })

  it('is described in the changelog', () => {
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`)
  })

  it('is published by a workflow that tests first, checks the tag, and needs no token', () => {
    const workflow = parse(readFileSync('.github/workflows/release.yml', 'utf8'))
    const { publish, test } = workflow.jobs
    const tests = parse(readFileSync(test.uses, 'utf8'))
    const commands = publish.steps.flatMap(({ run: command }: { run?: string }) => command ?? [])
    expect(workflow.on.push.tags).toEqual(['v*'])
    expect(publish).toMatchObject({ needs: 'test', permissions: { 'id-token': 'write' } })
    expect(tests.on).toHaveProperty('workflow_call')
    expect(tests.jobs.test.strategy.matrix.node).toEqual([20, 22, 24])
    expect(commands).toEqual(['npm ci', expect.stringContaining('check-release.mjs'), 'npm publish'])
    expect(JSON.stringify(workflow)).not.toMatch(/secrets\.|NPM_TOKEN/)
  })
})

it('can be set up from a clean clone: the lock file names a package for every platform', () => {
  const dir = tempDir()
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(dir, file))
  const args = ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=notice']
  expect(execFileSync('npm', args, { cwd: dir, encoding: 'utf8' })).toMatch(/added \d+ packages/)
})
