import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { calledAs } from './called-as.ts'

/** A folder with an executable named bailiff. */
function binIn(...parts: string[]): string {
  const dir = join(tempDir(), ...parts)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'bailiff'), '#!/bin/sh\n', { mode: 0o755 })
  return dir
}

/** The program as npx keeps it, and its entry for the package. */
function cached(manifest: string | null): string {
  const dir = join(tempDir(), '_npx', 'abc')
  const program = join(dir, 'node_modules', 'bailiff', 'dist')
  mkdirSync(program, { recursive: true })
  if (manifest !== null) writeFileSync(join(dir, 'package.json'), manifest)
  return program
}

const named = (spec: string): string => JSON.stringify({ _npx: { packages: [spec] } })

it('is bailiff if that is on the search path', () => {
  expect(calledAs({ env: { PATH: `/nowhere:${binIn('bin')}` }, program: cached(null) })).toBe('bailiff')
})

it.each([
  [named('bailiff'), 'npx bailiff'],
  [named('bailiff@0.1.0'), 'npx bailiff@0.1.0'],
  [named('/tmp/a b/bailiff.tgz'), "npx --package='/tmp/a b/bailiff.tgz' bailiff"],
  ['{}', 'npx bailiff'],
  ['no JSON', 'npx bailiff'],
  [null, 'npx bailiff'],
])('is an npx command if the program is in the cache of npx: %s', (manifest, command) => {
  // npx itself puts this folder on the search path, but only for the program it starts.
  expect(calledAs({ env: { PATH: binIn('node_modules', '.bin') }, program: cached(manifest) })).toBe(command)
})

it('is an npx command in a project that has the package, and names the file otherwise', () => {
  expect(calledAs({ env: {}, program: '/p/node_modules/bailiff/dist' })).toBe('npx bailiff')
  expect(calledAs({ env: { PATH: '/nowhere' }, program: '/src/bailiff/dist' })).toBe(
    'node /src/bailiff/dist/bailiff.cjs',
  )
})
