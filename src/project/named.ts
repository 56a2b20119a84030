import { renderCommand } from '../policy/command.ts'
import { CHECK_KINDS, type Check, type Listing } from './checks.ts'
import { followed } from './followed.ts'
import { countingKinds } from './runners.ts'

/** The check that a person names by its words. It counts as tests if it runs a known test runner, or says so. */
export function namedCheck(listing: Listing, command: readonly string[]): Check {
  const text = renderCommand(command)
  const bare = { command: [...command], runs: text, cwd: '', source: '--check', pins: [], fault: null }
  const check = followed(listing, { ...bare, kind: 'check' })
  const kind =
    countingKinds(check.runs.split(' && ')).length > 0 ? 'test' : CHECK_KINDS.find((one) => SAYS[one].test(text))
  return { ...check, kind: kind ?? 'check' }
}

const SAYS: { [kind in (typeof CHECK_KINDS)[number]]: RegExp } = {
  test: /\b(?:tests?|spec|rspec|mocha|ava|tap|phpunit|ctest)\b/i,
  lint: /\b(?:lint|format|fmt|eslint|ruff|flake8|rubocop|clippy|typecheck|tsc|mypy)\b/i,
  build: /\b(?:build|compile)\b/i,
}

/** Programs that run others in a Python environment, if they are there. */
const PYTHON_STARTERS = /^(?:uv|poetry|pdm|pipenv)$/
const PYTHON_MODULES = /^(?:pytest|ruff|flake8|mypy|unittest|tox|nox)$/

/** The same check without the program that is missing, if Python itself can run it; null if not. */
export function withoutStarter(check: Check): Check | null {
  const [first = '', second, ...rest] = check.command
  const words = PYTHON_STARTERS.test(first) && second === 'run' ? rest : check.command
  const own = /^python[\d.]*$/.test(words[0] ?? '') && words[1] === '-m' ? words.slice(2) : words
  if (!PYTHON_MODULES.test(own[0] ?? '') || check.command[0] === 'python3') return null
  return { ...check, command: ['python3', '-m', ...own] }
}
