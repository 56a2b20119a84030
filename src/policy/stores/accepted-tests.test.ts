import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { withHome } from '../../../test/helpers/ledger.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { acceptedTests, keepAcceptedTests } from './accepted-tests.ts'
import { acceptedTestsPath } from './layout.ts'

it('keeps the tests that people accepted, by project, and adds later ones', () =>
  withHome(tempDir(), (home) => {
    expect(acceptedTests(home, '/p')).toEqual(new Set())
    keepAcceptedTests(home, '/p', ['b', 'a'])
    keepAcceptedTests(home, '/p', ['c', 'a'])
    expect(acceptedTests(home, '/p')).toEqual(new Set(['a', 'b', 'c']))
    expect(acceptedTests(home, '/q')).toEqual(new Set())
  }))

it('accepts nothing from a record that was altered, planted, or moved from another project', () =>
  withHome(tempDir(), (home) => {
    keepAcceptedTests(home, '/p', ['a'])
    const [own, other] = ['/p', '/q'].map((project) => acceptedTestsPath(home.dir, project)) as [string, string]
    const text = readFileSync(own, 'utf8')
    mkdirSync(dirname(other), { recursive: true })
    writeFileSync(other, text)
    expect(acceptedTests(home, '/q')).toEqual(new Set())
    for (const bytes of [text.replace('"a"', '"b"'), '{ "project": "/p", "tests": ["a"] }', 'not JSON']) {
      writeFileSync(own, bytes)
      expect(acceptedTests(home, '/p')).toEqual(new Set())
    }
  }))
