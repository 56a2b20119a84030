import { type Words, words } from '../ledger/lazy.ts'
import type { Invocation } from './run.ts'

/** Programs that run tests, and what follows their names when they do. */
const TESTS: readonly (readonly [programs: Words, rest: RegExp])[] = [
  [words('vitest jest mocha ava pytest py.test rspec phpunit tox nox ctest'), /^/],
  [
    words('npx bunx yarn pnpm poetry uv python python3'),
    /^(?:(?:exec|run|-m) )?(?:vitest|jest|mocha|ava|pytest|py\.test)(?: |$)/,
  ],
  [words('npm pnpm yarn bun'), /^(?:(?:run|-r|--\S+) )*(?:t|tst|test[:\w-]*)(?: |$)/],
  [words('node'), /^(?:.* )?--test(?: |$)/],
  [words('go mvn gradle gradlew dotnet mix rake swift deno'), /^test(?: |$)/],
  [words('cargo'), /^(?:nextest run|test)(?: |$)/],
  [words('make'), /^(?:test|check)(?: |$)/],
  [words('bundle'), /^exec (?:rspec|phpunit|tox|nox|ctest)(?: |$)/],
]

/** True if an invocation runs tests, and its words name no file to write. */
export function runsTests({ name, texts, touches }: Invocation): boolean {
  if (name === null) return false
  const rest = texts.join(' ')
  return (
    TESTS.some(([programs, test]) => programs.has(name) && test.test(rest)) &&
    !touches.some(({ kind }) => kind === 'write')
  )
}
