import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { installLauncher, launcherPath, type Program, readLauncher } from './launcher.ts'

/** A program that prints its arguments. */
const ECHO = `console.log(JSON.stringify({ args: process.argv.slice(2), file: __filename, node: process.env.RUN_BY ?? '',
  env: Object.keys(process.env).filter((name) => name.startsWith('NODE_')) }))`

function place(version = '1.0.0', node = process.execPath, path = ''): { home: string; program: Program } {
  const root = join(tempDir(), "it's a place")
  const from = join(root, 'dist')
  mkdirSync(from, { recursive: true })
  writeFileSync(join(from, 'bailiff.cjs'), ECHO)
  writeFileSync(join(from, 'hook.cjs'), '')
  for (const file of ['prompt.cjs', 'observe.cjs', 'propose.cjs', 'stop.cjs', 'gather.cjs', 'model.cjs', 'pack.bin'])
    writeFileSync(join(from, file), '')
  return { home: join(root, 'home'), program: { from, version, node, path } }
}

function start(home: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(join(home, 'bin', 'bailiff-hook'), ['codex', 'Stop', '--home', 'a b'], {
    encoding: 'utf8',
    env: { PATH: '/nowhere', ...env },
  })
  return { status, stdout, stderr }
}

/** A Node with another name, which it prints. */
function nodeAt(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nRUN_BY='${path.replaceAll("'", `'\\''`)}' exec ${process.execPath} "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

describe('the launcher', () => {
  it('starts the hook with its arguments, from a copy of the program', () => {
    const { home, program } = place()
    installLauncher(home, program)
    const { status, stdout, stderr } = start(home)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      args: ['hook', 'codex', 'Stop', '--home', 'a b'],
      file: expect.stringMatching(/home\/bin\/1\.0\.0-[0-9a-f]{12}\/bailiff\.cjs$/),
    })
  })

  it('can be read back: the program it starts, the Node it uses, and whether it is intact', () => {
    const { home, program } = place('1.0.0', "/opt/a 'node", '')
    expect(readLauncher(home)).toBeNull()
    installLauncher(home, program)
    const sound = { nodes: ["/opt/a 'node"], isAsWritten: true, isWhole: true }
    expect(readLauncher(home)).toMatchObject({ ...sound, folder: expect.stringMatching(/bin\/1\.0\.0-[0-9a-f]{12}$/) })
    const path = launcherPath(home)
    appendFileSync(path, 'echo more\n')
    expect(readLauncher(home)).toMatchObject({ ...sound, isAsWritten: false })
    const { folder } = readLauncher(home) ?? { folder: '' }
    appendFileSync(join(folder, 'hook.cjs'), '// more\n')
    expect(readLauncher(home)).toMatchObject({ isWhole: false })
    rmSync(folder, { recursive: true })
    expect(readLauncher(home)).toMatchObject({ isWhole: false })
    writeFileSync(path, '#!/bin/sh\n')
    expect(readLauncher(home)).toBeNull()
  })

  it('drops variables that make Node load other code', () => {
    const { home, program } = place()
    installLauncher(home, program)
    const env = { NODE_OPTIONS: '--require /nowhere.cjs', NODE_PATH: '/tmp', NODE_EXTRA_CA_CERTS: '/nowhere.pem' }
    expect(JSON.parse(start(home, env).stdout)).toMatchObject({ env: [] })
  })

  it('prefers the Node it was installed with, then the one on the search path at that time, then the current one', () => {
    const root = tempDir()
    const first = nodeAt(join(root, 'first', 'bin', 'node'))
    const second = nodeAt(join(root, 'second one', 'node'))
    const third = nodeAt(join(root, 'third', 'node'))
    const { home, program } = place(
      '1.0.0',
      first,
      `relative:${join(root, 'node_modules', '.bin')}:${join(root, 'second one')}`,
    )
    nodeAt(join(root, 'node_modules', '.bin', 'node'))
    installLauncher(home, program)
    const PATH = `${join(root, 'third')}:/usr/bin:/bin`
    const by = (): string => JSON.parse(start(home, { PATH }).stdout).node
    expect(by()).toBe(first)
    chmodSync(first, 0o644)
    expect(by()).toBe(second)
    chmodSync(second, 0o644)
    expect(by()).toBe(third)
  })

  it('stops no agent if there is no Node, and says so in one line', () => {
    const { home, program } = place('1.0.0', '/nowhere/node')
    installLauncher(home, program)
    expect(start(home)).toEqual({
      status: 0,
      stdout: '{}\n',
      stderr: 'bailiff: Node was not found, so nothing was recorded [NODE_MISSING]\n',
    })
  })

  it('is the same file for the same program, and switches to a new version at once', () => {
    const { home, program } = place()
    installLauncher(home, program)
    const launcher = join(home, 'bin', 'bailiff-hook')
    const before = statSync(launcher)
    installLauncher(home, program)
    expect(statSync(launcher).mtimeMs).toBe(before.mtimeMs)
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) installLauncher(home, { ...program, version })
    expect(JSON.parse(start(home).stdout).file).toContain('/1.3.0-')
    // The previous version may still be starting.
    const kept = readdirSync(join(home, 'bin')).map((name) => name.replace(/-[0-9a-f]{12}$/, ''))
    expect(kept.sort()).toEqual(['1.2.0', '1.3.0', 'bailiff-hook'])
  })

  it('treats two builds of one version as two programs', () => {
    const { home, program } = place()
    installLauncher(home, program)
    writeFileSync(join(program.from, 'hook.cjs'), '// another')
    installLauncher(home, program)
    expect(readdirSync(join(home, 'bin'))).toHaveLength(3)
  })

  it('works through a symlink to the home', () => {
    const { home, program } = place()
    installLauncher(home, program)
    const link = join(tempDir(), 'link')
    symlinkSync(home, link)
    expect(JSON.parse(start(link).stdout).args).toHaveLength(5)
  })

  it('is readable: the program that hosts start is not a secret', () => {
    const { home, program } = place()
    installLauncher(home, program)
    expect(readFileSync(join(home, 'bin', 'bailiff-hook'), 'utf8')).toMatch(/^#!\/bin\/sh\n# .*bailiff init/)
  })
})
