/** Commands that run tests: runners, and what projects call them. */
const TESTS = [
  /^(?:(?:npx|bunx|yarn|pnpm(?: exec)?|poetry run|uv run|python3?(?: -m)?) )?(?:vitest|jest|mocha|ava|pytest|py\.test)\b/,
  /^node\b.*\s--test\b/,
  /^(?:npm|pnpm|yarn|bun)(?: run| -r| --\S+)* (?:t|tst|test[:\w-]*)(?=\s|$)/,
  /^(?:go|mvn|gradle|\.\/gradlew|dotnet|mix|rake|swift|deno) test\b/,
  /^cargo (?:nextest run|test)\b/,
  /^make (?:test|check)\b/,
  /^(?:bundle exec )?(?:rspec|phpunit|tox|nox|ctest)\b/,
]

/** Commands around them that only show something. */
const SHOWING = /^(?:cd|echo|tail|head|grep|cat|wc|ls|pwd|true|set|export|time)\b/

/** True if a command line does nothing but run tests, which is no work by itself. */
export function isTestCommand(command: string): boolean {
  const parts = command
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:\w+=\S* )+|^(?:timeout \S+|time|env) /, ''))
    .filter((part) => part !== '')
  const isTest = (part: string): boolean =>
    TESTS.some((words) => words.test(part)) && !/>\s*(?!&|\/dev\/null)/.test(part)
  return parts.some(isTest) && parts.every((part) => isTest(part) || SHOWING.test(part))
}
