import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { findHosts } from './find.ts'

function machine(files: { [path: string]: string }, links: { [path: string]: string } = {}) {
  const root = tempDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { mode: 0o755 })
  }
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(root, to), join(root, path))
  }
  const env = { PATH: `${join(root, 'none')}::${join(root, 'bin')}`, CLAUDE_CONFIG_DIR: join(root, 'config') }
  const found = findHosts({ person: join(root, 'me'), project: root, env })
  return found.map(({ hooks, program, version, hasSettings }) => ({
    host: hooks.host,
    program: program?.slice(root.length) ?? null,
    version,
    hasSettings,
  }))
}

it('finds hosts by their program, with the version from their package', () => {
  const lib = 'lib/node_modules/@openai/codex'
  const files = { [`${lib}/bin/codex.js`]: '', [`${lib}/package.json`]: '{"name":"@openai/codex","version":"0.9.1"}' }
  expect(machine(files, { 'bin/codex': `${lib}/bin/codex.js` })).toEqual([
    { host: 'codex', program: '/bin/codex', version: '0.9.1', hasSettings: false },
  ])
})

it('finds the version in the file name of a program without a package', () => {
  expect(machine({ 'share/versions/2.1.9': '' }, { 'bin/claude': 'share/versions/2.1.9' })).toMatchObject([
    { host: 'claude-code', version: '2.1.9' },
  ])
})

it('finds hosts by the settings they created, in the folder that the environment names', () => {
  expect(machine({ 'config/settings.json': '{}', 'me/.gemini/settings.json': '{}' })).toEqual([
    { host: 'claude-code', program: null, version: null, hasSettings: true },
    { host: 'gemini', program: null, version: null, hasSettings: true },
  ])
})

it('does not mistake a folder or a plain file for a program', () => {
  const root = tempDir()
  mkdirSync(join(root, 'codex'))
  writeFileSync(join(root, 'gemini'), '', { mode: 0o644 })
  expect(findHosts({ person: root, project: root, env: { PATH: root } })).toEqual([])
})
