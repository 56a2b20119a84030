import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project of a person who runs `bailiff init`, and what they do in it. */

const ADDS = 'export const add = (a, b) => a + b\n'

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../src/add.js'
test('adds', () => assert.equal(add(1, 2), 3))
test('adds zero', () => assert.equal(add(1, 0), 1))
`

/** Writes and commits a project whose tests pass. */
export function writeSound(project: string): void {
  writeFiles(project, {
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/add.js': ADDS,
    'test/add.test.js': TEST,
  })
  commit(project, 'package.json', 'src', 'test')
}

export function writeFiles(project: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
}

export const git = (project: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], { cwd: project })

export function commit(project: string, ...paths: string[]): void {
  git(project, 'add', '--', ...paths)
  git(project, 'commit', '--quiet', '--message=Change')
}
