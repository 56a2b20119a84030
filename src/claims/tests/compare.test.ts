import { describe, expect, it } from 'vitest'
import { readTestFile } from '../../../test/helpers/inventories.ts'
import { weakenedTests } from './compare.ts'

type Files = { [path: string]: string }

const inventories = (files: Files) =>
  new Map(Object.entries(files).map(([path, text]) => [path, readTestFile(path, text)] as const))
const weakened = (before: Files, after: Files): string[] =>
  weakenedTests(inventories(before), inventories(after), (path) => after[path] ?? null).map(
    ({ test, how }) => `${test} | ${how}`,
  )

const PY = 'def test_add():\n    assert add(1, 2) == 3\n\ndef test_sub():\n    assert sub(3, 2) == 1\n'
const JS = `import { it } from 'vitest'
describe('calc', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3)
  })
  it('subtracts', () => {
    expect(sub(3, 2)).toBe(1)
  })
})
`

describe('weakenedTests names a test that', () => {
  const change = (from: string, to: string, text = PY) => {
    expect(text).toContain(from)
    const path = text === PY ? 'test_a.py' : 'a.test.ts'
    return weakened({ [path]: text }, { [path]: text.replace(from, to) })
  }

  it('is gone', () => {
    expect(change('def test_sub():\n    assert sub(3, 2) == 1\n', '')).toEqual(['test_a.py: test_sub | gone'])
    expect(weakened({ 'test_a.py': PY }, {})).toHaveLength(2)
    expect(change('def test_sub', 'def _test_sub')).toEqual(['test_a.py: test_sub | gone'])
    expect(change("it('adds'", "maybe('adds'", JS)).toEqual(['a.test.ts: calc > adds | gone'])
  })

  it('stands in a file that ends itself as it is loaded', () => {
    const exits = ['adds', 'subtracts'].map((name) => `a.test.ts: calc > ${name} | skipped`)
    expect(change('describe(', 'process.exit(0)\ndescribe(', JS)).toEqual(exits)
    expect(change('describe(', 'if (process.env.CI) {\n  process.exit(0)\n}\ndescribe(', JS)).toEqual(exits)
    expect(change('describe(', 'after(() => process.exit(0))\ndescribe(', JS)).toEqual([])
  })

  it.each([
    ['on a condition that is never met', `false && it('adds'`],
    ['on a new condition', `CI && it('adds'`],
    ['in a loop that never runs', `while (false) it('adds'`],
    ['in a loop over nothing', `for (const one of []) it('adds'`],
  ])('is declared %s', (_, declared) => {
    expect(change("it('adds'", declared, JS)).toEqual(['a.test.ts: calc > adds | skipped'])
  })

  it.each([
    ["process['exit'](0)"],
    ["import { exit } from 'node:process'\nexit(0)"],
    ['process.abort()'],
    ['beforeEach((ctx) => ctx.skip())'],
    ['test.skip(() => true, "later")'],
    ['before(function () {\n  this.skip()\n})'],
  ])('is left out by %j', (code) => {
    const all = ['adds', 'subtracts'].map((name) => `a.test.ts: calc > ${name} | skipped`)
    expect(change('describe(', `${code}\ndescribe(`, JS)).toEqual(all)
    expect(change("  it('adds'", `  ${code}\n  it('adds'`, JS)).toEqual(code.includes('skip') ? all : [])
  })

  it('is in a function that nobody calls', () => {
    const all = ['adds', 'subtracts'].map((name) => `a.test.ts: calc > ${name} | skipped`)
    for (const before of ['function later() {', 'const later = () => {', 'const later = async () => {'])
      expect(change(JS, `${before}\n${JS}}\n`, JS)).toEqual(all)
    expect(change(JS, `function calc() {\n${JS}}\ncalc()\n`, JS)).toEqual([])
    expect(change(JS, `export function calc() {\n${JS}}\n`, JS)).toEqual([])
  })

  it('is skipped by what runs before it', () => {
    const both = ['test_a.py: test_add | skipped', 'test_a.py: test_sub | skipped']
    const setup = (head: string, body = 'pytest.skip("later")') =>
      change('def test_add', `${head}\n    ${body}\n\ndef test_add`)
    expect(setup('def setup_module():')).toEqual(both)
    expect(setup('@pytest.fixture(autouse=True)\ndef quiet():')).toEqual(both)
    expect(setup('@pytest.fixture\ndef database():')).toEqual([])
    expect(setup('@pytest.fixture(autouse=True)\ndef clock():', 'freeze()')).toEqual([])
    const CLASS = 'class TestA(TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n'
    const SETUP = '    def setUp(self):\n        raise SkipTest("later")\n'
    const has = (text: string) => weakened({ 'test_a.py': CLASS }, { 'test_a.py': CLASS + text })
    expect(has(SETUP.replace('raise SkipTest', 'self.skipTest'))).toEqual(['test_a.py: TestA > test_a | skipped'])
    expect(has(`class TestB(TestCase):\n${SETUP}`)).toEqual([])
  })

  it('cannot fail', () => {
    const assertion = 'expect(add(1, 2)).toBe(3)'
    const emptied = ['a.test.ts: calc > adds | emptied']
    for (const code of [
      `try { ${assertion} } catch (error) { console.log(error) }`,
      `try { ${assertion} } catch { return }`,
      `if (false) ${assertion}`,
      `if (0) { ${assertion} }`,
      `const sum = 1; return; ${assertion}`,
      `return undefined; ${assertion}`,
    ])
      expect(change(assertion, code, JS)).toEqual(emptied)
    for (const code of [
      `try { ${assertion} } catch (error) { done(error) }`,
      `try { ${assertion} } catch (error) { console.log(error); throw error }`,
      `if (ready) ${assertion}`,
      `if (!ready) { return; }\n${assertion}`,
    ])
      expect(change(assertion, code, JS)).toEqual([])
    const PASSES = 'try:\n        assert add(1, 2) == 3\n    except AssertionError:\n        '
    expect(change('assert add(1, 2) == 3', `${PASSES}pass`)).toEqual(['test_a.py: test_add | emptied'])
    expect(change('assert add(1, 2) == 3', `${PASSES}raise`)).toEqual([])
    const expected = PASSES.replace('AssertionError', 'ValueError')
    expect(change('assert add(1, 2) == 3', `${expected}pass`)).toEqual([])
  })

  it('swallows its own failure', () => {
    const assertion = 'expect(add(1, 2)).toBe(3)'
    expect(change(assertion, `try { ${assertion} } catch (error) {}`, JS)).toEqual(['a.test.ts: calc > adds | emptied'])
    expect(change(assertion, `try { ${assertion} } catch {}`, JS)).toEqual(['a.test.ts: calc > adds | emptied'])
    expect(change(assertion, `try { ${assertion} } catch (error) { throw error }`, JS)).toEqual([])
    expect(change(assertion, `try { ${assertion} } finally { stop() }`, JS)).toEqual([])
  })

  it('is in a file that no runner looks into any more', () => {
    // The caller asks for the inventory of test files only.
    expect(weakened({ 'a.test.ts': JS }, {})).toEqual([
      'a.test.ts: calc > adds | gone',
      'a.test.ts: calc > subtracts | gone',
    ])
  })

  it('is skipped or expected to fail now', () => {
    expect(change('def test_sub', '@pytest.mark.skip\ndef test_sub')).toEqual(['test_a.py: test_sub | skipped'])
    expect(change('def test_sub', '@pytest.mark.skipif(True)\ndef test_sub')).toEqual(['test_a.py: test_sub | skipped'])
    expect(change('def test_sub', '@pytest.mark.xfail\ndef test_sub')).toEqual([
      'test_a.py: test_sub | expected to fail',
    ])
    expect(change("it('adds'", "it.fails('adds'", JS)).toEqual(['a.test.ts: calc > adds | expected to fail'])
    expect(change("it('adds'", "it.only('adds'", JS)).toEqual(['a.test.ts: calc > subtracts | skipped'])
    expect(change("it('adds', () => {", "it('adds', () => {\n    return", JS)).toEqual([
      'a.test.ts: calc > adds | skipped',
    ])
    expect(change("it('adds', () => {", "it('adds', () => {\n    return;", JS)).toEqual([
      'a.test.ts: calc > adds | skipped',
    ])
  })

  it('tests nothing any more', () => {
    expect(change('assert sub(3, 2) == 1', 'pass')).toEqual(['test_a.py: test_sub | emptied'])
    expect(change('assert sub(3, 2) == 1', 'assert True')).toEqual(['test_a.py: test_sub | emptied'])
    expect(change('assert sub(3, 2) == 1', 'sub(3, 2)')).toEqual(['test_a.py: test_sub | emptied'])
    expect(change('expect(add(1, 2)).toBe(3)', 'expect(true).toBe(true)', JS)).toEqual([
      'a.test.ts: calc > adds | emptied',
    ])
  })

  it('is shadowed by an empty one, or replaced by another test', () => {
    expect(weakened({ 'test_a.py': PY }, { 'test_a.py': `${PY}def test_sub():\n    pass\n` })).toEqual([
      'test_a.py: test_sub | emptied',
    ])
    expect(change('def test_sub():\n    assert sub(3, 2) == 1', 'def test_other():\n    assert other() != 4')).toEqual([
      'test_a.py: test_sub | gone',
    ])
  })

  it('is renamed and skipped at once, or moved and skipped', () => {
    expect(change('def test_sub', '@pytest.mark.skip\ndef test_minus')).toEqual(['test_a.py: test_sub | skipped'])
    expect(weakened({ 'test_a.py': PY }, { 'test_b.py': `pytestmark = pytest.mark.skip\n${PY}` })).toHaveLength(2)
  })

  it('has two equal bodies of which one is gone', () => {
    const twice = `${PY}def test_again():\n    assert sub(3, 2) == 1\n`
    expect(weakened({ 'test_a.py': twice }, { 'test_a.py': PY })).toEqual(['test_a.py: test_again | gone'])
  })
})

describe('weakenedTests is silent about', () => {
  const silent = (before: Files, after: Files) => expect(weakened(before, after)).toEqual([])

  it('a renamed or moved file', () => {
    silent({ 'test_a.py': PY }, { 'tests/test_b.py': PY })
    silent({ 'a.test.ts': JS }, { 'test/calc.spec.ts': JS })
  })

  it('a renamed test, and a renamed function under test', () => {
    silent({ 'test_a.py': PY }, { 'test_a.py': PY.replace('test_sub', 'test_minus') })
    silent({ 'test_a.py': PY }, { 'test_a.py': PY.replace('def test_sub', 'def test_minus').replace('sub(', 'minus(') })
  })

  it('other formatting, comments and imports', () => {
    const formatted = `import { add } from './add.js';
describe("calc", () => {
    // Adds.
    it("adds", () => { expect( add(1, 2,), ).toBe(3); });
    it("subtracts", () => {
        expect(sub(3, 2)).toBe(1);
    });
});`
    silent({ 'a.test.ts': JS }, { 'a.test.ts': formatted })
    silent({ 'a.test.ts': JS }, { 'a.test.ts': formatted.replace('adds', 'is a sum') })
  })

  it('a test in another suite or another order', () => {
    const moved = JS.replace("  it('adds'", "  describe('sums', () => { it('adds'").replace(
      "  })\n  it('s",
      "  }) })\n  it('s",
    )
    silent({ 'a.test.ts': JS }, { 'a.test.ts': moved })
    silent({ 'test_a.py': PY }, { 'test_a.py': PY.split('\n\n').toReversed().join('\n\n') })
    const method = 'class TestCalc:\n    def test_add(self):\n        assert add(1, 2) == 3\n'
    silent({ 'test_a.py': 'def test_add():\n    assert add(1, 2) == 3\n' }, { 'test_a.py': method })
  })

  it('changed expectations and more assertions', () => {
    silent({ 'test_a.py': PY }, { 'test_a.py': PY.replace('== 1', '== 2\n    assert sub(1, 1) == 0') })
  })

  it('tests that became rows of a table', () => {
    const table = "it.each([[1, 2]])('%s', (a, b) => { expect(add(a)).toBe(b) })"
    silent({ 'a.test.ts': JS }, { 'a.test.ts': table })
    const rows = '@pytest.mark.parametrize("a", [0, 1])\ndef test_add(a):\n    assert add(a, 2) == 2 + a\n'
    const single = 'def test_add_zero():\n    assert add(0, 2) == 2\ndef test_add_one():\n    assert add(1, 2) == 3\n'
    silent({ 'test_a.py': single }, { 'test_a.py': rows })
    silent(
      { 'test_a.py': PY },
      { 'test_a.py': PY.replace('def test_add(', '@pytest.mark.parametrize("a", [1])\ndef test_add(a') },
    )
  })

  it('a test that was split', () => {
    const split =
      'def test_add_small():\n    assert add(1, 1) == 2\ndef test_add_large():\n    assert add(9, 9) == 18\n'
    silent(
      { 'test_a.py': 'def test_add():\n    assert add(1, 1) == 2\n    assert add(9, 9) == 18\n' },
      { 'test_a.py': split },
    )
  })

  it('assertions that moved to a helper', () => {
    const helper = PY.replace('assert sub(3, 2) == 1', 'same(sub(3, 2), 1)')
    silent({ 'test_a.py': PY }, { 'test_a.py': `def same(a, b):\n    assert a == b\n${helper}` })
    silent({ 'test_a.py': PY }, { 'test_a.py': PY.replace('assert sub(3, 2) == 1', 'check_sub(3, 2, 1)') })
  })

  it('assertions that moved to a helper in a module for tests', () => {
    const same = PY.replace('assert sub(3, 2) == 1', 'same(sub(3, 2), 1)')
    silent({ 'test_a.py': PY }, { 'test_a.py': `from .helpers import other, same as same\n${same}` })
    const js = JS.replace('expect(sub(3, 2)).toBe(1)', 'same(sub(3, 2), 1)')
    silent({ 'a.test.ts': JS }, { 'a.test.ts': `import { same } from './helpers.js'\n${js}` })
    const product = { 'a.test.ts': `import { same } from '../src/calc.js'\n${js}` }
    expect(weakened({ 'a.test.ts': JS }, product)).toEqual(['a.test.ts: calc > subtracts | emptied'])
  })

  it('tests that became rows of a loop or of another test', () => {
    const loop = 'for (const [name, fn, want] of rows) it(name, () => expect(fn()).toBe(want))\n'
    silent({ 'a.test.ts': JS }, { 'a.test.ts': loop })
    expect(
      weakened({ 'a.test.ts': JS }, { 'a.test.ts': 'for (const name of rows) it(name, () => {})\n' }),
    ).toHaveLength(2)
    const both = `${PY}def test_add_zero():\n    assert add(0, 0) == 0\n`
    const table = PY.replace('def test_add(', '@pytest.mark.parametrize("a", [1, 0])\ndef test_add(a')
    silent({ 'test_a.py': both }, { 'test_a.py': table })
    expect(weakened({ 'test_a.py': both }, { 'test_a.py': PY })).toEqual(['test_a.py: test_add_zero | gone'])
  })

  it('tests that were skipped before, and skipped tests that run now', () => {
    const skipped = PY.replace('def test_sub', '@pytest.mark.skip\ndef test_sub')
    silent({ 'test_a.py': skipped }, { 'test_a.py': PY })
    silent({ 'test_a.py': skipped }, { 'test_a.py': PY.slice(0, PY.indexOf('\ndef test_sub')) })
    const platform = PY.replace('def test_sub', '@pytest.mark.skipif(WINDOWS)\ndef test_sub')
    silent({ 'test_a.py': platform }, { 'test_a.py': platform })
  })

  it('new tests of any kind', () => {
    silent({}, { 'a.test.ts': JS.replace("it('adds'", "it.skip('adds'") })
  })
})

/** A runner that nobody knows: its tests are not read. */
const UNREAD = `const scenario = require('./runner')
const { add, sub, mul } = require('../calc')
scenario.given('two numbers', [1, 2]).then('their sum is three', (a, b) => assert.equal(add(a, b), 3))
scenario.given('three numbers', [1, 2, 4]).then('their product is eight', (...all) => assert.equal(mul(...all), 8))
scenario.given('other numbers', [5, 2]).then('the difference is three', (a, b) => assert.equal(sub(a, b), 3))
scenario.given('no numbers', []).then('nothing comes out of it', () => assert.throws(() => add()))
`

describe('a test file in which no test is read is named if', () => {
  it('it is gone, or has no test any more', () => {
    expect(weakened({ 'test/calc.js': UNREAD }, {})).toEqual(['test/calc.js | gone'])
    expect(weakened({ 'a.test.js': UNREAD }, { 'b.test.js': JS })).toEqual(['a.test.js | gone'])
    expect(weakened({ 'a.test.js': UNREAD }, { 'a.test.js': '// Later.\n' })).toEqual(['a.test.js | emptied'])
    expect(weakened({ 'a.test.js': UNREAD }, { 'a.test.js': 'module.exports = {}\n' })).toEqual(['a.test.js | emptied'])
  })

  it('it is of another language', () => {
    const ginkgo =
      'var _ = Describe("calc", func() {\n  It("adds", func() {\n    Expect(Add(1, 2)).To(Equal(3))\n  })\n})\n'
    expect(weakened({ 'calc_test.go': ginkgo }, {})).toEqual(['calc_test.go | gone'])
    const spock =
      'class CalcSpec extends Specification {\n  def "adds two numbers"() {\n    expect: add(1, 2) == 3\n  }\n}\n'
    expect(weakened({ 'CalcSpec.groovy': spock }, {})).toEqual(['CalcSpec.groovy | gone'])
  })
})

describe('a test file in which no test is read may be', () => {
  const silent = (before: Files, after: Files) => expect(weakened(before, after)).toEqual([])
  const lines = UNREAD.split('\n')

  it('renamed, moved and changed a little', () => {
    silent({ 'test/calc.js': UNREAD }, { 'test/unit/calc.test.js': UNREAD })
    silent(
      { 'test/calc.js': UNREAD },
      { 'test/sums.js': UNREAD.replace("'../calc'", "'../sums'").replaceAll('\n', ';\n\n') },
    )
  })

  it('split, or merged into another file', () => {
    const [first, second] = [lines.slice(0, 4), [...lines.slice(0, 2), ...lines.slice(4)]].map((some) =>
      some.join('\n'),
    )
    silent({ 'test/calc.js': UNREAD }, { 'test/sums.js': first ?? '', 'test/differences.js': second ?? '' })
    silent({ 'test/calc.js': UNREAD, 'test/all.js': JS }, { 'test/all.js': `${JS}${UNREAD}` })
  })

  it('changed, or written for a runner that is known', () => {
    silent({ 'test/calc.js': UNREAD }, { 'test/calc.js': UNREAD.replaceAll('assert.equal', 'assert.is') })
    silent({ 'a.test.js': UNREAD }, { 'a.test.js': JS })
  })

  it('no test at all: a helper, a fixture or the code itself', () => {
    const helper = 'exports.same = (a, b) => assert.equal(a, b)\n'
    silent(
      { 'test/same.js': helper, 'test/helpers/open.js': 'assert.ok(open())\n', 'test/load.js': "require('./a')\n" },
      {},
    )
    silent({ 'src/lib.rs': 'pub fn add(a: u8) -> u8 { assert!(a > 0); a }\n' }, {})
  })
})
