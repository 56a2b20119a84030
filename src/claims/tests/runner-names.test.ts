import { describe, expect, it } from 'vitest'
import { scaled } from '../../../test/helpers/scale.ts'
import { weakenedTests } from './compare.ts'
import type { TestInventory } from './found-test.ts'
import { inventoryOf } from './inventory.ts'

function testsIn(text: string): TestInventory {
  const found = inventoryOf('a.test.ts', text)
  if (found === 'unread') throw new Error('The file was not read to its end.')
  return found
}

const seen = (text: string): string[] => testsIn(text).map(({ name, state }) => `${name} | ${state}`)
const weakened = (before: string, after: string): string[] => {
  const files = (text: string) => new Map([['a.test.ts', testsIn(text)] as const])
  return weakenedTests(files(before), files(after), () => after).map(({ test, how }) => `${test} | ${how}`)
}

/** Each declares the tests "adds" and "subtracts" under another name. */
const FORMS: { [form: string]: [start: string, name: string] } = {
  'an import with another name': ["import { test as t } from 'node:test'", 't'],
  'an import of several names': [
    "import assert from 'node:assert'\nimport { expect, it as check } from 'vitest'",
    'check',
  ],
  'a default import': ["import anything from 'ava'", 'anything'],
  'a default import by name': ["import { default as t } from 'node:test'", 't'],
  'a namespace': ["import * as nt from 'node:test'", 'nt.test'],
  'the default of a namespace': ["import * as nt from 'node:test'", 'nt.default'],
  'a key of a namespace': ["import * as nt from 'node:test'", "nt['it']"],
  'a module that was required': ["const t = require('node:test')", 't'],
  'a member of a required module': ["const spec = require('node:test').it", 'spec'],
  'a required object': ["const nt = require('node:test')", 'nt.test'],
  'a call of require': ['', "require('node:test').test"],
  destructuring: ["const { it: check, expect } = require('vitest')", 'check'],
  'destructuring a namespace': ["import * as v from 'vitest'\nconst { it: check } = v", 'check'],
  'destructuring an awaited import': ["const { test: t } = await import('node:test')", 't'],
  'an awaited import': ["const nt = (await import('node:test')).default", 'nt'],
  'another name': ['const check = it', 'check'],
  'another name of another name': ["import { test as t } from 'vitest'\nconst u = t, v = u", 'v'],
  'a name that is assigned': ['let check\ncheck = it', 'check'],
  'a type': ['const check: typeof it = it', 'check'],
  'an import of TypeScript': ["import t = require('tape')", 't'],
  'an extended test': [
    "import { test as base } from '@playwright/test'\nconst myTest = base.extend<{ a: number }>({ a: 1 })",
    'myTest',
  ],
  'merged tests': ["import { mergeTests } from '@playwright/test'\nconst both = mergeTests(a, b)", 'both'],
  'an alias from the project’s fixtures': ["import { test as t } from './fixtures.js'", 't'],
  'a name that fixtures give': ["import { authTest } from '../fixtures'", 'authTest'],
  'a suite of uvu': ["import { suite } from 'uvu'\nconst Calc = suite('calc')", 'Calc'],
  baretest: ["const run = require('baretest')('calc')", 'run'],
  tap: ["import tap from 'tap'", 'tap.test'],
  bun: ["import { test as t } from 'bun:test'", 't'],
  'a package with a version': ["import { it as t } from 'jsr:@std/testing@1/bdd'", 't'],
  deno: ['', 'Deno.test'],
  QUnit: ['', 'QUnit.test'],
  lab: ["const Lab = require('@hapi/lab')\nconst lab = exports.lab = Lab.script()", 'lab.test'],
  globals: ['const { it: check } = globalThis', 'check'],
  'a function of the file': ['function check(name, fn) { it(name, async () => { await fn() }) }', 'check'],
  'an arrow of the file': [
    "import { test } from 'node:test'\nconst check = (name, fn) => test(`calc \u0024{name}`, fn)",
    'check',
  ],
}

const file = ([start, name]: [string, string], more = ''): string =>
  `${start}\n${name}('adds', () => { expect(add(1, 2)).toBe(3) })\n${name}${more}('subtracts', () => { expect(sub(3, 2)).toBe(1) })\n`

describe('a test that is declared by', () => {
  it.each(Object.entries(FORMS))('%s is missed, and seen if it is skipped or emptied', (_, form) => {
    const text = file(form)
    expect(seen(text)).toEqual(['adds | runs', 'subtracts | runs'])
    const gone = text
      .split('\n')
      .filter((line) => !line.includes('subtracts'))
      .join('\n')
    expect(weakened(text, gone)).toEqual(['a.test.ts: subtracts | gone'])
    expect(weakened(text, text.replace('expect(sub(3, 2)).toBe(1)', ''))).toEqual(['a.test.ts: subtracts | emptied'])
    expect(weakened(text, text.replace('{ expect(sub', '{ return; expect(sub'))).toEqual([
      'a.test.ts: subtracts | skipped',
    ])
    expect(weakened(text, text.replace("('subtracts', () =>", "('minus', () =>"))).toEqual([])
  })

  it.each(Object.entries(FORMS))('%s may be declared by another runner', (_, form) => {
    const other: [string, string] = ["import { test } from 'vitest'", 'test']
    expect(weakened(file(form), file(other))).toEqual([])
    expect(weakened(file(other), file(form))).toEqual([])
  })

  it.each(['import', 'skipped', 'condition'])('another name is seen if it is disabled: %s', (how) => {
    const before = file(["import { it as check } from 'vitest'", 'check'])
    const after = {
      import: file(["import { xit as check } from '@jest/globals'", 'check']),
      skipped: file(["import { it } from 'vitest'\nconst check = it.skip", 'check']),
      condition: file(["import { it } from 'vitest'\nconst check = process.env.CI ? it : it.skip", 'check']),
    }[how]
    expect(weakened(before, after ?? '')).toEqual(['adds', 'subtracts'].map((name) => `a.test.ts: ${name} | skipped`))
  })

  it('another name takes modifiers', () => {
    const form: [string, string] = ["import { test as t } from 'node:test'", 't']
    expect(seen(file(form, '.skip'))).toEqual(['adds | runs', 'subtracts | skipped'])
    expect(seen(file(form, '.only'))).toEqual(['adds | skipped', 'subtracts | runs'])
    expect(seen(file(form, '.each([1])'))).toEqual(['adds | runs', 'subtracts | runs'])
    const suites =
      "import { describe as d, it as i } from 'vitest'\nd.skip('a', () => { i('b', () => { expect(f()).toBe(1) }) })"
    expect(seen(suites)).toEqual(['a > b | skipped'])
  })

  it('a function of the file is emptied or skipped with that function', () => {
    const before =
      'function check(name, a) { it(name, () => { expect(f(a)).toBe(1) }) }\ncheck("one", 1)\ncheck("two", 2)\n'
    const names = (how: string) => ['one', 'two'].map((name) => `a.test.ts: ${name} | ${how}`)
    expect(weakened(before, before.replace('expect(f(a)).toBe(1)', ''))).toEqual(names('emptied'))
    expect(weakened(before, before.replace('it(', 'it.skip('))).toEqual(names('skipped'))
    expect(weakened(before, before.replace('check("two", 2)\n', ''))).toEqual(['a.test.ts: two | gone'])
    const inline = 'it("one", () => { expect(f(1)).toBe(1) })\nit("two", () => { expect(f(2)).toBe(1) })\n'
    expect(weakened(before, inline)).toEqual([])
  })

  it('the project’s own runner is skipped if that does nothing with what it is given', () => {
    const text = file(['function test(name, fn) { fn(); console.log(name) }', 'test'])
    expect(seen(text)).toEqual(['adds | runs', 'subtracts | runs'])
    expect(weakened(text, text.replace('fn(); console.log(name)', ''))).toHaveLength(2)
  })

  it('an object is read with its name and its function', () => {
    const text = "Deno.test({ name: 'adds', ignore: false, fn() { assertEquals(add(1, 2), 3) } })\n"
    expect(seen(text)).toEqual(['adds | runs'])
    expect(seen(text.replace('false', 'true'))).toEqual(['adds | skipped'])
    expect(weakened(text, text.replace('assertEquals(add(1, 2), 3)', ''))).toEqual(['a.test.ts: adds | emptied'])
    expect(seen('test(function adds() { assert.equal(add(1, 2), 3) })')).toEqual(['adds | runs'])
  })
})

describe('no test is', () => {
  it.each<[string, string]>([
    [
      'a method of the context',
      "import { test as t } from 'tape'\nt('adds', (t) => { t.equal(add(1), 2, 'is'); t.end() })",
    ],
    [
      'a parameter',
      "import { test as t } from 'ava'\nt('adds', async (t) => { await t('inner', () => { t.is(1, a) }) })",
    ],
    [
      'a hook',
      "import { test as t } from 'ava'\nt.before('setup', () => { open() })\nt('adds', (c) => { c.is(add(1), 2) })",
    ],
    [
      'a variable of a function',
      "import { test as t } from 'ava'\nt('adds', () => { const t = f(); t('x', () => { expect(a).toBe(1) }) })",
    ],
    [
      'an export of another module',
      "import { test as t, expect } from 'vitest'\nimport { test as matches } from 'ramda'\nt('adds', () => { expect(add(1)).toBe(2) })\nmatches(/a/, b)",
    ],
    [
      'a step',
      "import { test as t } from '@playwright/test'\nt('adds', async () => { expect(add(1)).toBe(2) })\nt.use({ a: 1 })\nt.describe.configure({ mode: 'serial' })",
    ],
  ])('%s', (_, text) => expect(seen(text)).toEqual(['adds | runs']))

  it.each<[string, string]>([
    ['a constant before it', "const a = [1] as const\nit('adds', () => { expect(add(1)).toBe(2) })"],
    ['a parameter called test', "const gone = (test) => ({ test })\nit('adds', () => { expect(gone(1)).toBe(2) })"],
    ['a list of scenarios', "it('adds', () => { expect(scenario.parts.filter((part) => !f(part))).toEqual([]) })"],
    ['options for a macro', "test('adds', macro, { a: 1 })\nconst macro = (t) => { t.is(1, a) }"],
  ])('%s', (_, text) => {
    expect(inventoryOf('a.test.ts', `import { it, test } from 'vitest'\n${text}`)).toMatchObject([
      { name: 'adds', state: 'runs', asserts: true },
    ])
  })

  it('one with another name for the runner’s function', () => {
    const before = file(["import { test as t } from 'node:test'", 't'])
    expect(weakened(before, before.replaceAll(/\bt\b(?=[ (])/g, 'check'))).toEqual([])
  })
})

it.each(['t=it;t(', 'const a = (', 'import {', 'a=b=c=', 'function it(a) {', 'const {it:', "require('tap')."])(
  'takes long runs of %j in its stride',
  (part) => {
    const found = inventoryOf('a.test.ts', part.repeat(scaled(1e6) / part.length))
    expect(found).toSatisfy((one) => one === 'unread' || Array.isArray(one))
  },
)
