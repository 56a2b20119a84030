import { type DispatchFinding, finding } from '../call.ts'
import { saidOf } from '../words.ts'
import { type Changed, countOf } from './changed.ts'
import { operands, type RunRule } from './run-rule.ts'
import { isTestFile } from './tests.ts'

const ASSERTS =
  /\b(?:expect|assert\w*|should|verify|require\.\w+|EXPECT_\w+|ASSERT_\w+|CHECK|REQUIRE|XCTAssert\w*|Assert\.\w+|Assertions\.\w+|t\.(?:is|not|deepEqual|like|truthy|falsy|throws|Error|Errorf|Fatal|Fatalf|equal|ok))\s*(?:!\s*)?[(.]|^[ \t]*assert\s+\S/gm

/** Assertions that test nothing. */
const EMPTY =
  /\bexpect\(\s*(?:true|1|'\w*'|"\w*")\s*\)\s*\.\s*(?:toBe|toEqual|toBeTruthy|toBeDefined)\(\s*(?:(?:true|1|'\w*'|"\w*")\s*)?\)|\bassert\s+(?:True|1)\b|\bassertTrue\(\s*(?:True|true)\s*\)|\bassert!\(\s*true\s*\)|\bassert(?:\.ok|\.equal)?\(\s*true\s*(?:,\s*true\s*)?\)/g

const assertionsIn = (text: string): number => countOf(text, ASSERTS) - countOf(text, EMPTY)

/** Finds assertions removed from tests, or replaced by ones that are always true. */
export function assertionsRemoved({ path, said, after, before, isRemoved }: Changed): DispatchFinding[] {
  if (after === null || isRemoved || !isTestFile(path ?? said)) return []
  const was = before()
  return was !== '' && assertionsIn(after) < assertionsIn(was) ? [finding('ASSERTIONS_REMOVED', said)] : []
}

const DELETES =
  /\/[^/]{0,200}(?:expect|assert|\bit\b|\btest\b)[^/]{0,200}\/\s*(?:,[^;]{0,200})?d|s\/[^/]{0,200}(?:expect|assert|toBe|toEqual)[^/]{0,200}\/(?!.{0,200}(?:expect|assert|toBe|toEqual))[^/]{0,200}\//

/** Finds assertions removed with a stream editor. */
export const assertionsEdited: RunRule = {
  code: 'ASSERTIONS_REMOVED',
  programs: ' sed gsed perl ',
  seen: ({ run, words }) => {
    const isInPlace = words.some((word) => /^-\w*i|^--in-place/.test(word))
    const file = operands(words).findLast((word) => isTestFile(word))
    return isInPlace && file !== undefined && run.args.some((arg) => DELETES.test(saidOf(arg))) ? file : null
  },
}
