import { type Words, words } from '../ledger/lazy.ts'
import { programNamed } from '../shell/programs.ts'
import { baseName, type Invocation } from '../shell/run.ts'
import { prefixOf, type Value } from '../shell/value.ts'
import type { How } from './act.ts'

/** Programs that only read the files they are given and are not in the shell parser's table. */
const READERS: ReadonlySet<string> = new Set(
  (
    'test cd pushd git gh eslint jsonlint ajv ajv-cli check-jsonschema jsonschema pre-commit shellcheck yamllint markdownlint cspell hadolint ' +
    'actionlint tsc mypy pyright ruff flake8 pylint open xdg-open bat glow fx gron tokei cloc scc'
  ).split(' '),
)

/** Programs that only read names, sizes, ages and modes. */
export const LISTERS: Words = words('ls dir vdir exa eza tree du df stat test [ basename dirname readlink realpath')

/** Programs that recursively remove the files they are given. */
export const REMOVERS: Words = words('rimraf del del-cli trash trash-put gio srm wipe')

/** Programs that only check files, unless told to write them. */
const CHECKERS = words('prettier biome dprint black isort')

const RUNNERS = /^(?:npx|bunx|pnpx|pnpm|npm|yarn)$/

/** True if a program is known to only read the files it is given. */
export function isReader({ name, texts }: Pick<Invocation, 'name' | 'texts'>): boolean {
  if (name === null) return false
  if (CHECKERS.has(name)) return !texts.some((text) => /^(?:-w|--(?:write|fix|apply).*)$/.test(text))
  if (!RUNNERS.test(name)) return READERS.has(name)
  const at = texts.findIndex((text) => /^(?!$|-|exec$|dlx$|x$)/.test(text))
  return at >= 0 && isReader({ name: texts[at] ?? null, texts: texts.slice(at + 1) })
}

/** Typical names of custom programs that only read, and options that introduce a file to read. */
const LOOKING = /check|valid|lint|test|verif|show|print|pars|diff|analy|inspect|report|view|list|stat/i
const READ_ONLY = /:(?:ro|z,ro|ro,z)$|,(?:readonly|ro)(?:=true)?(?:,|$)/
const CONFIGURING = /^--?(?:settings|config|config-file|schema|input|in)(?:=|$)/

/** The access implied by mentioning a file in this word of the command. */
export function mentionedAs(run: Invocation, word: Value): How {
  if (LISTERS.has(run.name ?? '')) return 'listed'
  return isReader(run) || isLookedAt(run, word) ? 'read' : 'mentioned'
}

function isLookedAt({ name, program, args, texts }: Invocation, word: Value): boolean {
  const at = args.indexOf(word)
  const last = word.at(-1)
  // Cheap check first: most words have none of these characters, and compiling the pattern costs a cold process more
  // than the rest.
  if (last?.kind === 'text' && /[:,]/.test(last.text) && READ_ONLY.test(last.text)) return true
  const options = [prefixOf(word), texts[at - 1] ?? ''].filter((text) => text.startsWith('-'))
  if (options.some((text) => CONFIGURING.test(text))) return true
  const script =
    programNamed(name ?? '')?.operands === 'script' ? args.find((arg) => !prefixOf(arg).startsWith('-')) : program
  const path = prefixOf(script ?? [])
  return path.includes('/') || /\.\w+$/.test(path) ? LOOKING.test(baseName(path)) : false
}
