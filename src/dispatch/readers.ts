import type { Run } from '../shell/run.ts'
import { textOf } from '../shell/value.ts'
import type { How } from './act.ts'

/** Programs outside the shell's own table that only look at the files they are given. */
const READERS: ReadonlySet<string> = new Set(
  (
    'test [ cd pushd basename dirname git gh eslint jsonlint ajv ajv-cli check-jsonschema jsonschema pre-commit shellcheck yamllint markdownlint cspell hadolint ' +
    'actionlint tsc mypy pyright ruff flake8 pylint open xdg-open bat glow fx gron tokei cloc scc'
  ).split(' '),
)

/** Programs that remove what they mention, with all that is in it. */
export const REMOVERS: ReadonlySet<string> = new Set('rimraf del del-cli trash trash-put gio srm wipe'.split(' '))

/** Programs that write what they look at if they are told to. */
const CHECKERS: ReadonlySet<string> = new Set('prettier biome dprint black isort'.split(' '))

/** Commands of git that put files in place by name. */
const PLACING: ReadonlySet<string> = new Set(['checkout', 'reset', 'stash', 'update-index', 'checkout-index'])

const RUNNERS = /^(?:npx|bunx|pnpx|pnpm|npm|yarn)$/

/** Whether a program is known to only read what it mentions. */
export function isReader({ name, args }: Pick<Run, 'name' | 'args'>): boolean {
  if (name === null) return false
  if (name === 'git') return !args.some((arg) => PLACING.has(textOf(arg) ?? ''))
  if (CHECKERS.has(name)) return !args.some((arg) => /^(?:-w|--(?:write|fix|apply).*)$/.test(textOf(arg) ?? ''))
  if (!RUNNERS.test(name)) return READERS.has(name)
  const at = args.findIndex((arg) => /^(?!-|exec$|dlx$|x$)/.test(textOf(arg) ?? '-'))
  return at >= 0 && isReader({ name: textOf(args[at] ?? []), args: args.slice(at + 1) })
}

/** What mentioning a file means for this program. */
export function mentionedAs(run: Run): How {
  if (isReader(run)) return 'read'
  return run.name === 'git' ? 'write' : 'mentioned'
}
