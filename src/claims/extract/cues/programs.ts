import { words } from '../../../ledger/lazy.ts'
import { has, type Token } from '../tokens.ts'

/** Programs that test, build or check. */
const PROGRAMS = words(
  `tsc eslint biome prettier jest vitest mocha ava pytest tox nox ruff mypy pyright flake8 pylint black rspec rubocop phpunit
  phpstan ctest cmake make ninja gradle gradlew mvn xcodebuild swift dotnet cargo clippy golangci-lint flutter dart deno playwright cypress
  tsup tsdown webpack terraform helm shellcheck py_compile unittest node:test vue-tsc svelte-check knip stylelint oxlint sbt mix rake bazel`,
)

/** Words that make a command a check, whichever program runs it: `npm run lint`, `go vet`, `node --check`. */
const CHECKS = /^-{0,2}(?:tests?|lint|build|check|typecheck|type-check|ci|verify|compile|vet|e2e)(?::\S{1,40})?$/i
/** Maximum number of words to inspect in a command. */
const WORDS = 6

/** True for a word that names a test, or a code span with a command that runs one. */
export const isTest = (token: Token): boolean => has(token, 'test') || (token.kind === 'code' && isCheck(token.text))

function isCheck(command: string): boolean {
  const words = command.slice(0, 200).split(/[\s;&|]+/, WORDS)
  return words.some(
    (word, i) =>
      PROGRAMS.has(baseOf(word)) || (i === 0 && /[\w-](?:lint|test|check)$/.test(word)) || (i > 0 && CHECKS.test(word)),
  )
}

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1).toLowerCase()

/** A program that serves others: if it is "ready" or "live", it runs. */
export const isHost = ({ text }: Token): boolean => /^(?:servers?|backend|daemon|containers?|database)$/.test(text)

/** The hash of a commit. A word of letters only is none. */
export const isHash = (token: Token | undefined): boolean => /^(?=.*\d)[\da-f]{7,40}$/.test(token?.text ?? '')
