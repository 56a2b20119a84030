import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempDir } from '../helpers/temp.ts'

/** What people install: the tarball, with its dependencies, in an empty project. */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

describe('the packed package', () => {
  let dir = ''
  let files: string[] = []

  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: dir, encoding: 'utf8' })

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'bailiff-package-'))
    // Not built again: other tests are running what dist holds now.
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir], {
      encoding: 'utf8',
    })
    const [{ filename, files: listed }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
    files = listed.map(({ path }) => path)
    writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }\n')
    run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', join(dir, filename))
  })

  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('holds the program, its documents and its licence', () => {
    const program = [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/bailiff.cjs',
      'dist/cli.js',
      'dist/hook.cjs',
      'dist/observe.cjs',
      'dist/stop.cjs',
      'dist/gather.cjs',
      'dist/propose.cjs',
    ]
    expect(files).toEqual(expect.arrayContaining([...program, 'README.md', 'CHANGELOG.md', 'LICENSE', 'package.json']))
  })

  it('holds nothing else', () => {
    const wanted = /^(?:dist\/[\w.-]+\.(?:js|cjs|d\.ts)|docs\/.+|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/
    expect(files.filter((file) => !wanted.test(file))).toEqual([])
  })

  it('installs a command that says its version', () => {
    expect(run('npx', '--no-install', 'bailiff', '--version')).toBe(`${version}\n`)
  })

  it('installs a command that explains itself', () => {
    expect(run(join(dir, 'node_modules/.bin/bailiff'), '--help')).toContain('Usage: bailiff <command> [options]')
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

it('can be set up from a clean clone: the lock file names a package for every platform', () => {
  const dir = tempDir()
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(dir, file))
  const args = ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=notice']
  expect(execFileSync('npm', args, { cwd: dir, encoding: 'utf8' })).toMatch(/added \d+ packages/)
})
