import type { Invocation } from './run.ts'

/** Invocations that run tests: by runner, or by the name that projects give to their tests. */
const TESTS = [
  /^(?:(?:npx|bunx|yarn|pnpm(?: exec)?|poetry run|uv run|python3?(?: -m)?) )?(?:vitest|jest|mocha|ava|pytest|py\.test)(?: |$)/,
  /^node (?:.* )?--test(?: |$)/,
  /^(?:npm|pnpm|yarn|bun)(?: run| -r| --\S+)* (?:t|tst|test[:\w-]*)(?: |$)/,
  /^(?:go|mvn|gradle|gradlew|dotnet|mix|rake|swift|deno) test(?: |$)/,
  /^cargo (?:nextest run|test)(?: |$)/,
  /^make (?:test|check)(?: |$)/,
  /^(?:bundle exec )?(?:rspec|phpunit|tox|nox|ctest)(?: |$)/,
]

/** True if an invocation runs tests, and its words name no file to write. */
export function runsTests({ name, texts, touches }: Invocation): boolean {
  const words = [name, ...texts].join(' ')
  return TESTS.some((test) => test.test(words)) && !touches.some(({ kind }) => kind === 'write')
}
