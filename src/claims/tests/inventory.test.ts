import { describe, expect, it } from 'vitest'
import { readInventory } from '../../../test/helpers/inventories.ts'
import { inventoryOf } from './inventory.ts'
import { isTestFile } from './test-file.ts'

/** Names and states, one line per test. */
const seen = (path: string, text: string): string[] =>
  readInventory(path, text).map(({ name, state, asserts, body, rows }) =>
    [name, state, ...(rows ? ['rows'] : []), ...(body === '' ? ['empty'] : asserts ? [] : ['asserts nothing'])].join(
      ' | ',
    ),
  )

describe('isTestFile', () => {
  it.each([
    'test_calc.py',
    'pkg/calc_test.py',
    'app/tests.py',
    'src/calc.test.ts',
    'calc.spec.jsx',
    'src/__tests__/calc.js',
    'test/calc.mjs',
    'test-calc.js',
    'cypress/e2e/login.cy.ts',
    'calc_test.go',
    'tests/api.rs',
    'src/lib.rs',
    'spec/models/user_spec.rb',
    'test/user_test.rb',
    'src/test/java/CalcTest.java',
    'CalcTests.kt',
    'tests/CalcTest.php',
    'UnitTests/CalcTests.cs',
  ])('takes %s for a test file', (path) => expect(isTestFile(path)).toBe(true))

  it.each([
    'src/calc.py',
    'src/calc.ts',
    'calc.test.ts.bak',
    'test_calc.py.disabled',
    'test_calc.txt',
    '_calc_test.go',
    'xcalc.py',
    'node_modules/a/test/a.test.js',
    'test/fixtures/a.test.js',
    'test/types.d.ts',
    'src/latest.ts',
    'src/contest.py',
    'tests/data.json',
  ])('does not take %s for one', (path) => expect(isTestFile(path)).toBe(false))
})

describe('inventoryOf JavaScript', () => {
  const js = (text: string): string[] => seen('a.test.ts', text)

  it('names tests by their suites and says how they run', () => {
    const text = `
import { it } from 'vitest'
describe('a', () => {
  it('one', () => { expect(f(1)).toBe(2) })
  describe.skip('b', function () {
    it("two", async () => { await expect(f()).rejects.toThrow() })
  })
  it.fails('three', () => { expect(f()).toBe(1) })
  test.failing('four', () => { assert.equal(f(), 1) })
  it.todo('five')
  xit('six', () => { expect(f()).toBe(1) })
  it('seven', { skip: true }, () => { expect(f()).toBe(1) })
  it('eight', { skip: process.env.CI }, () => { expect(f()).toBe(1) })
  it.skipIf(isCi)('nine', () => { expect(f()).toBe(1) })
  it('ten', (t) => { t.skip('later'); expect(f()).toBe(1) })
  it('eleven', () => { return; expect(f()).toBe(1) })
  it('twelve', () => expect(f()).toBe(1), 5000)
  it('thirteen')
})
if (false) { it('fourteen', () => { expect(f()).toBe(1) }) }
// it('comment', () => {})
const text = "it('string', () => {})"
`
    expect(js(text)).toEqual([
      'a > one | runs',
      'a > b > two | skipped',
      'a > three | expected to fail',
      'a > four | expected to fail',
      'a > five | skipped | empty',
      'a > six | skipped',
      'a > seven | skipped',
      'a > eight | conditional',
      'a > nine | conditional',
      'a > ten | skipped',
      'a > eleven | skipped',
      'a > twelve | runs',
      'a > thirteen | skipped | empty',
      'fourteen | skipped',
    ])
  })

  it('reads tables, templates, regular expressions and types', () => {
    const text = (
      'it.each([[1, "}"], [2, `a S{b({ c: `}` })} d`]])("adds %d", (a) => { expect(a).toBe(1) })\n' +
      'it.each<{ a: Map<string, number> }>([{ a }])("types $a", ({ a }) => { expect(a).toMatch(/["\'`}]/) })\n' +
      'it.each`\n a | b\n S{1} | S{2}\n`("table $a", ({ a }) => { expect(a).toBe(1) })\n' +
      'it(`named S{x}`, () => { expect(x / 2 / 1).toBe(1) })\n' +
      "it('last', () => { expect(x).toBe(1) })\n"
    ).replaceAll('S{', '$\u007b')
    expect(js(text).map((line) => line.split(' | ')[0])).toEqual([
      'adds %d',
      'types $a',
      'table $a',
      'named {x}',
      'last',
    ])
    expect(
      js(text)
        .slice(0, 3)
        .every((line) => line.includes('rows')),
    ).toBe(true)
  })

  it('treats all other tests as skipped if one is the only one', () => {
    const text =
      "describe('a', () => { it.only('x', () => { expect(a).toBe(1) }); it('y', () => { expect(a).toBe(1) }) })"
    expect(js(text)).toEqual(['a > x | runs', 'a > y | skipped'])
    expect(js(text.replace('it.only', 'it').replace('it(', 'fit('))).toEqual(['a > x | runs', 'a > y | skipped'])
  })

  it('tells bodies that test nothing from those that do', () => {
    const bodies = {
      '': 'empty',
      'expect(true).toBe(true)': 'empty',
      'assert.ok(true)': 'empty',
      "console.log('ok')": 'empty',
      'render(App)': 'asserts nothing',
      'expect(add(1, 2)).toBe(3)': '',
      "return request(app).get('/').expect(200)": '',
      'checkSum(1)': '',
      'value.should.equal(1)': '',
      't.is(a, 1)': '',
      'if (a !== 1) throw new Error()': '',
    }
    for (const [body, ending] of Object.entries(bodies))
      expect([body, ...js(`it('a', (t) => { ${body} })`)]).toEqual([
        body,
        ['a | runs', ending].filter(Boolean).join(' | '),
      ])
  })

  it('counts a helper of the file that compares as an assertion', () => {
    const text = "function same(a) { expect(a).toBe(1) }\nit('a', () => { same(f()) })\nit('b', () => { other(f()) })"
    expect(js(text)).toEqual(['a | runs', 'b | runs | asserts nothing'])
  })
})

describe('inventoryOf Python', () => {
  const py = (text: string): string[] => seen('test_a.py', text)

  it('names tests by their classes and says how they run', () => {
    const text = `
import pytest, unittest
def test_one(): assert add(1, 2) == 3
async def test_two(
    a,  # a comment with def test_no():
    b="""
def test_string(): pass
""",
):
    """Docstring."""
    assert a == b
@pytest.mark.skip(reason="later")
def test_three():
    assert add(1)
@pytest.mark.skipif(sys.platform == "win32",
    reason="x")
def test_four():
    assert add(1)
@pytest.mark.xfail
def test_five():
    assert add(1)
@pytest.mark.parametrize("a", [1, 2])
def test_six(a):
    assert add(a)
class TestA(unittest.TestCase):
    @unittest.expectedFailure
    def test_seven(self):
        self.assertEqual(add(1), 2)
    @unittest.skip("x")
    def test_eight(self):
        self.assertEqual(add(1), 2)
    def test_nine(self):
        self.skipTest("later")
        self.assertEqual(add(1), 2)
    def helper(self):
        pass
class Other:
    def test_no(self):
        assert add(1)
def test_ten():
    pytest.skip("later")
    assert add(1)
def test_eleven():
    return
    assert add(1)
def test_twelve():
    with pytest.raises(ValueError):
        add(f"{1}" + 'it''s')
if False:
    def test_thirteen():
        assert add(1)
def test_fourteen():
    if slow: pytest.skip("x")
    assert add(1)
def test_fifteen():
    pytest.xfail("x")
    assert add(1)
`
    expect(py(text)).toEqual([
      'test_one | runs',
      'test_two | runs',
      'test_three | skipped',
      'test_four | conditional',
      'test_five | expected to fail',
      'test_six | runs | rows',
      'TestA > test_seven | expected to fail',
      'TestA > test_eight | skipped',
      'TestA > test_nine | skipped',
      'test_ten | skipped',
      'test_eleven | skipped',
      'test_twelve | runs',
      'test_thirteen | skipped',
      'test_fourteen | conditional',
      'test_fifteen | expected to fail',
    ])
  })

  it('reads marks of the module and of a class', () => {
    const tests = 'class TestA:\n    def test_a(self):\n        assert add(1)\ndef test_b():\n    assert add(1)\n'
    expect(py(`pytestmark = pytest.mark.skip\n${tests}`)).toEqual(['TestA > test_a | skipped', 'test_b | skipped'])
    expect(py(`pytestmark = [pytest.mark.xfail(strict=False)]\n${tests}`)[1]).toBe('test_b | expected to fail')
    expect(py(`pytest.skip("x", allow_module_level=True)\n${tests}`)[1]).toBe('test_b | skipped')
    expect(py(tests.replace('TestA:\n', 'TestA:\n    __test__ = False\n'))).toEqual([
      'TestA > test_a | skipped',
      'test_b | runs',
    ])
    expect(py(`@pytest.mark.skip\n${tests}`)[0]).toBe('TestA > test_a | skipped')
  })

  it('knows the definition that counts', () => {
    const test = 'def test_a():\n    assert add(1)\n'
    expect(py(`${test}def test_a():\n    pass\n`)).toEqual(['test_a | runs | empty'])
    expect(py(`${test}del test_a\n`)).toEqual([])
    expect(py(`${test}test_a = None\n`)).toEqual([])
    expect(py(`${test}test_a.__test__ = False\n`)).toEqual(['test_a | skipped'])
    expect(py(`"""\n${test}"""\n`)).toEqual([])
    expect(py(test.replace('test_a', '_test_a'))).toEqual([])
  })

  it.each(['pass', '...', 'assert True', 'assert 1 == 1', 'return', 'print("ok")', 'self.assertTrue(True)'])(
    'takes %s for an empty body',
    (body) => expect(py(`def test_a(self):\n    ${body}\n`)).toEqual(['test_a | runs | empty']),
  )
})

describe('inventoryOf other languages', () => {
  it('reads Go', () => {
    const text = `package x
// func TestNo(t *testing.T) {}
func TestA(t *testing.T) { if Add(1, 2) != 3 { t.Fatalf("no: %d", 1) } }
func TestB(t *testing.T) {
	t.Skip("later")
	require.Equal(t, 3, Add(1, 2))
}
func TestC(t *testing.T) {
	if testing.Short() { t.Skip() }
	assert.Equal(t, 3, Add(1, 2))
}
func TestD(t *testing.T) {}
func testE(t *testing.T) { t.Fatal() }
func Testify(t *testing.T) { t.Fatal() }
var s = \`func TestNo2(t *testing.T) {}\`
`
    expect(seen('a_test.go', text)).toEqual([
      'TestA | runs',
      'TestB | skipped',
      'TestC | conditional',
      'TestD | runs | empty',
    ])
    expect(seen('a_test.go', `//go:build ignore\n\n${text}`)[0]).toBe('TestA | skipped')
  })

  it('reads Rust', () => {
    const text = `
fn add<'a>(x: &'a str) -> char { 'x' }
#[cfg(test)]
mod tests {
  use super::*;
  #[test]
  fn a() { assert_eq!(add(1), 2); }
  #[test] #[ignore = "slow"]
  fn b() { assert_eq!(add(1), 2); }
  #[test]
  #[should_panic(expected = "x")]
  fn c() { add(1); }
  #[tokio::test]
  async fn d() { assert!(true); }
  fn helper() {}
  /* #[test] fn no() {} /* nested */ */
  #[cfg(feature = "never")]
  #[test]
  fn e() -> Result<(), String> { assert!(add(r#"}"#) == '}'); Ok(()) }
}
`
    expect(seen('src/lib.rs', text)).toEqual([
      'tests > a | runs',
      'tests > b | skipped',
      'tests > c | expected to fail | asserts nothing',
      'tests > d | runs | empty',
      'tests > e | conditional',
    ])
  })

  it('reads JUnit, .NET and PHPUnit', () => {
    const java = `class CalcTest {
  @Test void a() { assertEquals(3, add(1, 2)); }
  @Test @Disabled("x") public void b() throws Exception { assertEquals(3, add(1, 2)); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void c(int x) { assertTrue(add(x) > 0); }
  void helper() { }
}
@Disabled class OtherTest { @Test void d() { assertThat(add(1)).isEqualTo(2); } }`
    expect(seen('CalcTest.java', java)).toEqual([
      'CalcTest > a | runs',
      'CalcTest > b | skipped',
      'CalcTest > c | runs | rows',
      'OtherTest > d | skipped',
    ])
    const kotlin = 'class A {\n  @Test\n  fun `adds two`() = runTest { assertEquals(3, add(1)) }\n}'
    expect(seen('ATest.kt', kotlin)).toEqual(['A > adds two | runs'])
    const dotnet = `public class CalcTests {
  [Fact] public void A() { Assert.Equal(3, Add(1)); }
  [Fact(Skip = "later")] public async Task B() { Assert.Equal(3, Add(1)); }
  [Theory] [InlineData(1)] public void C(int x) { x.Should().Be(1); }
}`
    expect(seen('CalcTests.cs', dotnet)).toEqual([
      'CalcTests > A | runs',
      'CalcTests > B | skipped',
      'CalcTests > C | runs | rows',
    ])
    const php = `<?php class CalcTest extends TestCase {
  public function testA(): void { $this->assertSame(3, add(1)); }
  public function testB() { $this->markTestSkipped('x'); $this->assertSame(3, add(1)); }
  # public function testNo() {}
  #[Test] public function adds() { self::assertSame(3, add(1)); }
}`
    expect(seen('CalcTest.php', php)).toEqual([
      'CalcTest > testA | runs',
      'CalcTest > testB | skipped',
      'CalcTest > adds | runs',
    ])
  })

  it('reads RSpec and minitest', () => {
    const spec = `RSpec.describe "Calc" do
  # it "no" do
  context "adds" do
    it "one" do
      expect(add(1)).to eq(2)
    end
    xit "two" do
      expect(add(1)).to eq(2)
    end
    it "three"
    it "four", :skip do
      expect(add(1)).to eq(2)
    end
    it { is_expected.to be_valid }
    it "five" do
      skip "later"
      expect(add(1)).to eq(2)
    end
    it "six" do
    end
  end
end`
    expect(seen('calc_spec.rb', spec)).toEqual([
      'Calc > adds > one | runs',
      'Calc > adds > two | skipped',
      'Calc > adds > three | skipped | empty',
      'Calc > adds > four | skipped',
      'Calc > adds >  | runs',
      'Calc > adds > five | skipped',
      'Calc > adds > six | runs | empty',
    ])
    const mini = 'class CalcTest < Minitest::Test\n  def test_a\n    assert_equal 3, add(1)\n  end\nend\n'
    expect(seen('calc_test.rb', mini)).toEqual(['CalcTest > test_a | runs'])
  })
})

describe('inventoryOf other names', () => {
  it('follows what a Python file calls a skip, a base class or a test', () => {
    const text = `
from pytest import skip as later, mark
from unittest import skip
import unittest as u
from .cases import test_shared, Testing
from test import test_utils
test_utils.open()
needs_db = mark.skipif(not DB, reason="no database")
off = skip("off")
class A(u.TestCase):
    def test_one(self):
        self.assertEqual(add(1), 2)
@needs_db
def test_two():
    assert add(1) == 2
@off
def test_three():
    assert add(1) == 2
def test_four():
    later("soon")
    assert add(1) == 2
@mark.parametrize("a", [1])
def test_five(a):
    assert add(a) == 2
`
    expect(seen('test_a.py', text)).toEqual([
      'test_shared | runs',
      'A > test_one | runs',
      'test_two | conditional',
      'test_three | skipped',
      'test_four | skipped',
      'test_five | runs | rows',
    ])
  })

  it('reads suites of Go, functions of Pest and of Dart', () => {
    const go =
      'func (s *CalcSuite) TestAdd() {\n\tassert.Equal(s.T(), 3, Add(1, 2))\n}\nfunc (c *Calc) Add() { TestAll(c) }\n'
    expect(seen('calc_test.go', go)).toEqual(['TestAdd | runs'])
    const pest =
      "<?php\nit('adds', function () {\n  expect(add(1, 2))->toBe(3);\n});\ntest('sub', fn () => expect(sub(1))->toBe(0))->skip();\n"
    expect(seen('tests/CalcTest.php', pest)).toEqual(['adds | runs', 'sub | skipped'])
    const dart =
      "void main() {\n  group('calc', () {\n    test('adds', () {\n      expect(add(1, 2), 3);\n    });\n  });\n}\n"
    expect(seen('calc_test.dart', dart)).toEqual(['adds | runs'])
  })
})

describe('inventoryOf anything', () => {
  const endings = ['ts', 'py', 'go', 'rs', 'java', 'kt', 'cs', 'php', 'rb']

  it.each(endings)('never throws and reads in one pass (.%s)', (ending) => {
    const parts = [
      '{',
      '}',
      '(',
      '"\\"',
      "'\\'",
      '`',
      '$\u007b',
      '/[',
      '/*',
      '#[',
      '@a',
      'it(',
      "describe('",
      'def test_a',
      '\n',
      '"""',
      'func TestA(',
      '#[test] fn a(',
      'if (',
      '<',
      'class A {',
      ' it "a" do\n',
    ]
    for (const part of [...parts.map((one) => one.repeat(1_000)), parts.join(' ').repeat(50)])
      for (const text of [part, `it('a', () => {\n${part}`])
        expect(inventoryOf(`test_a.${ending}`, text)).toSatisfy((found) => found === 'unread' || Array.isArray(found))
  })

  it('reads tests inside tests, but no file with more levels than people write', () => {
    const nested = (levels: number): string =>
      `${"test('a', async (t) => { ".repeat(levels)}expect(f()).toBe(1)${' })'.repeat(levels)}`
    expect(inventoryOf('a.test.ts', nested(20))).toHaveLength(20)
    expect(inventoryOf('a.test.ts', nested(30))).toBe('unread')
  })

  it('does not repeat a long title in the name of each test', () => {
    const tests = "it('a', () => { expect(f()).toBe(1) })\n".repeat(1_000)
    const found = readInventory('a.test.ts', `describe('${'x'.repeat(100_000)}', () => {\n${tests}})`)
    expect(found).toHaveLength(1_000)
    expect(Math.max(...found.map(({ name }) => name.length))).toBeLessThan(1_100)
  })
})
