import { type DispatchFinding, finding } from '../call.ts'
import { type Changed, countOf } from './changed.ts'
import { isTestFile } from './tests.ts'

const SKIPS =
  /\b(?:it|test|describe|suite|context|specify|bench)(?:\.\w+)?\.(?:skip|todo|only|fixme|failing|fails)\b|\b(?:it|test|describe)\.skipIf\(\s*true|\b[xf](?:it|describe|test|context|specify)\s*\(|@(?:pytest\.mark\.)?(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\(|@unittest\.(?:skip|expectedFailure)|\bself\.skipTest\(|@(?:Disabled|Ignore)\b|\bt\.Skip(?:f|Now)?\(|#\[ignore|\[(?:Fact|Theory)\([^)]{0,80}Skip\s*=|\[Ignore|@Test\([^)]{0,80}enabled\s*=\s*false|\bXCTSkip|\bGTEST_SKIP\(|\bpending\s+['"]|\bskip\s+['"]|@tag\s+:skip|markTestSkipped\(/g

/** Finds changes that keep tests from running. */
export function testsSkipped({ path, said, after, before }: Changed): DispatchFinding[] {
  if (after === null || !isConcerned(path ?? said)) return []
  const now = countOf(after, SKIPS)
  return now > 0 && now > countOf(before(), SKIPS) ? [finding('TESTS_SKIPPED', said)] : []
}

/** In Rust, tests are in the same file as the code they test. */
const isConcerned = (path: string): boolean => isTestFile(path) || path.endsWith('.rs')
