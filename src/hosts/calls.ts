import { type Act, ANYTHING, type Below, type Change, type FileAct, type FindTests, type How } from '../dispatch/act.ts'
import { patchedIn } from '../dispatch/patches.ts'
import { linesCarried } from '../dispatch/protection/acceptance.ts'
import { isLikeAKey } from '../dispatch/sought.ts'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Dispatch } from '../supervisor/event.ts'
import type { Tools } from '../supervisor/tools.ts'
import { asObject, textIn } from './fields.ts'
import { HOSTS } from './registry.ts'
import type { Use } from './tools.ts'

/** Our own tools, apart from spawn_worker. Hosts prefix them with the server's name. */
const OWN_IDLE =
  /^(?:mcp__?bailiff__?)?(?:validate_claim|list_workers|read_worker_(?:result|file)|grep_workers|get_worker_evidence)$/

/** Returns a host's tools. Unlisted tools are looked up in the other hosts, because hosts borrow tools from each other. */
export function toolsOf(name: string | null): Tools {
  const all = [...HOSTS.filter((host) => host.name === name), ...HOSTS].map(({ tools }) => tools)
  const found = <T>(tables: readonly Readonly<Record<string, T>>[], tool: string): T | undefined =>
    tables.find((table) => Object.hasOwn(table, tool))?.[tool]
  const isIdle = (tool: string): boolean => all.some(({ idle }) => idle.includes(tool)) || OWN_IDLE.test(tool)
  return {
    actOf: (dispatch) =>
      actOf(
        dispatch,
        found(
          all.map(({ uses }) => uses),
          dispatch.tool,
        ),
        isIdle(dispatch.tool),
      ),
    shapeOf: (tool) =>
      found(
        all.map(({ shapes }) => shapes),
        tool,
      ) ?? null,
    isIdle,
  }
}

type FileUse = Exclude<Use, 'patch'>

/** Guesses an unlisted tool's use from its name. The first match wins. */
const GUESSED: readonly (readonly [RegExp, FileUse])[] = [
  [/mov|renam|delet|remov|trash|unlink|(?:^|_)rm(?:_|$)/i, 'remove'],
  [/copy/i, 'copy'],
  [/write|edit|creat|patch|append|replac|insert|sav|put|upload|mkdir/i, 'write'],
  [/grep|search_(?:code|text|content|in)/i, 'search'],
  [/tree|list|stat|info/i, 'listed'],
  [/read|get|search|view|open|cat|find/i, 'read'],
]

/** Fields of unlisted tools that hold something to run: a command line, keystrokes for a terminal, or code. */
const COMMAND_FIELDS = ['command', 'cmd', 'script', 'program', 'commands', 'command_line', 'shell_command'] as const
const TYPED_FIELDS = ['chars', 'keys', 'input', 'text', 'stdin'] as const
const CODE_FIELDS = ['code', 'expression', 'source_code'] as const
const FOLDER_FIELDS = ['dir_path', 'directory', 'workdir', 'cwd', 'working_directory'] as const
const PATCH_FIELDS = ['command', 'input', 'patch', 'diff'] as const
const CONTENT_FIELDS = ['content', 'contents', 'text'] as const

const TYPING = /shell|bash|terminal|stdin|tmux|send_?(?:keys|input|command)|console|exec|process|repl|pty/i

function actOf({ tool, input, command }: Dispatch, known: Use | undefined, isIdle: boolean): Act {
  const given = asObject(input)
  if (command !== null) return { kind: 'shell', command, directory: folderIn(given) }
  if (known === 'patch') return patchAct(firstText(given, PATCH_FIELDS) ?? String(input))
  const acts: Act[] = known === undefined ? startedIn(tool, given) : []
  const files = filesIn(acts.length === 0 ? given : withoutFolder(given), known ?? guessed(tool))
  if (files.length > 0) acts.push({ kind: 'files', files })
  // Any other tool may be one that schedules prompts, or sends messages to agents.
  const isElse = known === undefined && !isIdle && !files.some(({ change }) => change !== null)
  const texts = isElse ? linesCarried(input) : []
  if (texts.length > 0) acts.push({ kind: 'prompts', texts })
  return acts.length > 1 ? { kind: 'several', acts } : (acts[0] ?? { kind: 'other' })
}

const guessed = (tool: string): FileUse => {
  const name = tool.replace(/^mcp__[^_]+__/, '')
  return GUESSED.find(([pattern]) => pattern.test(name))?.[1] ?? 'mentioned'
}

const firstText = (input: JsonObject | null, names: readonly string[]): string | null =>
  names.map((name) => textIn(input, name)).find((text) => text !== null && text !== '') ?? null

const folderIn = (input: JsonObject | null): string | null => firstText(input, FOLDER_FIELDS)

/** Drops the working-directory fields, so that the directory is not mistaken for a file that the call names. */
const withoutFolder = (input: JsonObject | null): JsonObject =>
  Object.fromEntries(
    Object.entries(input ?? {}).filter(([name]) => !(FOLDER_FIELDS as readonly string[]).includes(name)),
  )

/** Commands and code that an unlisted tool may run. */
function startedIn(tool: string, input: JsonObject | null): Act[] {
  const typed = TYPING.test(tool) ? TYPED_FIELDS.flatMap((name) => textIn(input, name) ?? []) : []
  const lines = [...COMMAND_FIELDS.flatMap((name) => commandIn(input, name)), ...typed]
  return [
    ...lines.map((command): Act => ({ kind: 'shell', command, directory: folderIn(input) })),
    ...CODE_FIELDS.flatMap((name): Act[] => {
      const code = textIn(input, name)
      return code === null ? [] : [{ kind: 'code', code }]
    }),
  ]
}

/** Builds a command line from a string or a list of words, plus arguments from a separate field. */
function commandIn(input: JsonObject | null, name: string): string[] {
  const value = input?.[name]
  const words = Array.isArray(value) ? value.map(quoted) : typeof value === 'string' ? [value] : []
  const args = ['args', 'arguments', 'argv'].map((one) => input?.[one]).find(Array.isArray) ?? []
  return words.length === 0 ? [] : [[...words, ...args.map(quoted)].join(' ')]
}

const quoted = (word: Json): string => `'${String(word).replaceAll("'", "'\\''")}'`

const patchAct = (patch: string): Act => ({
  kind: 'files',
  files: patchedIn(patch).map(({ path, change, isRemoved }) => ({
    how: 'write',
    path,
    below: isRemoved ? 'removed' : 'nothing',
    tests: null,
    change,
  })),
})

const MAX_FILES = 10_000

/** Strings in the input that look like paths. Skips file contents and search terms. */
function filesIn(input: JsonObject | null, use: FileUse): FileAct[] {
  const change = use === 'write' ? changeIn(input) : null
  const found = pathsIn(input, '', 0).slice(0, MAX_FILES)
  if (use === 'search' || use === 'glob') return searchedIn(input, found, use)
  return found.map(({ key, path }): FileAct => {
    const [how, below] = doneTo(use, key)
    return { how, path: how === 'write' ? path : fixedPart(path), below, tests: null, change }
  })
}

/** Infers the access to a file from the field name: a move or copy writes its target. */
function doneTo(use: Exclude<FileUse, 'search' | 'glob'>, key: string): [How, Below] {
  const isTarget = /dest|target|new|(?:^|_)to$/i.test(key)
  if (use === 'remove') return ['write', isTarget ? 'nothing' : 'removed']
  if (use === 'copy') return isTarget ? ['write', 'nothing'] : ['read', 'copied']
  return [use, 'nothing']
}

/** The content that the call writes to a file. */
function changeIn(input: JsonObject | null): Change | null {
  const text = firstOf(CONTENT_FIELDS.map((name) => textIn(input, name)))
  if (text !== null) return { kind: 'whole', text }
  const edits = Array.isArray(input?.['edits']) ? input['edits'].map(asObject) : [input]
  const read = edits.map((edit) => {
    const [from, to] = [textIn(edit, 'old_string'), textIn(edit, 'new_string')]
    return from === null || to === null ? null : { from, to, everywhere: edit?.['replace_all'] === true }
  })
  return read.some((one) => one === null) ? null : { kind: 'edits', edits: read.flatMap((one) => one ?? []) }
}

const firstOf = (texts: readonly (string | null)[]): string | null => texts.find((text) => text !== null) ?? null

/** A search applies its patterns below its folder, by default the working folder. */
function searchedIn(input: JsonObject | null, found: readonly Named[], use: 'search' | 'glob'): FileAct[] {
  const isPattern = ({ key }: Named): boolean => /glob|include|pattern|paths/.test(key)
  const named = textsIn(input, [...(use === 'glob' ? ['pattern', 'paths'] : []), 'glob', 'include'])
  const [folder = '.'] = found.filter((one) => !isPattern(one)).map(({ path }) => path)
  const isSeeking = use === 'search' && textsIn(input, ['pattern', 'regex', 'query']).some((one) => isLikeAKey(one))
  return (named.length === 0 ? ['**'] : named).slice(0, MAX_FILES).map((pattern): FileAct => {
    const whole = /^[~/]/.test(pattern) ? pattern : `${folder}/${pattern}`
    const path = fixedPart(whole)
    return {
      how: 'read',
      path,
      below: isSeeking ? 'sought' : 'searched',
      tests: testsOf(whole.slice(path.length)),
      change: null,
    }
  })
}

const textsIn = (input: JsonObject | null, names: readonly string[]): string[] =>
  names
    .flatMap((name) => input?.[name] ?? [])
    .filter((one) => typeof one === 'string')
    .filter((one) => one !== '')

const testsOf = (pattern: string): FindTests => ({ ...ANYTHING, paths: [`*${pattern.replace(/^\/?/, '/')}`] })

const NO_PATHS =
  /^(?:contents?|text|old_string|new_string|new_source|old_text|new_text|query|prompt|description|regex|body|data|instruction|code|command|cmd|script|expression)$/

type Named = { key: string; path: string }

function pathsIn(value: Json | undefined, key: string, depth: number): Named[] {
  if (depth > 4) return []
  if (typeof value === 'string') return isPath(key, value) ? [{ key, path: value }] : []
  if (Array.isArray(value)) return value.slice(0, MAX_FILES).flatMap((one) => pathsIn(one, key, depth + 1))
  return Object.entries(asObject(value) ?? {}).flatMap(([name, one]) => pathsIn(one, name, depth + 1))
}

const isPath = (key: string, value: string): boolean =>
  value !== '' &&
  value.length < 4096 &&
  !value.includes('\n') &&
  !NO_PATHS.test(key) &&
  (/path|file|dir|folder|uri|source|dest|target|include|from|to$/i.test(key) || /^(?:[~.]{0,2}\/|file:)/.test(value))

/** A glob pattern starts in the folder before its first wildcard. */
function fixedPart(value: string): string {
  const at = value.search(/[*?[{]/)
  return at < 0 ? value : value.slice(0, Math.max(1, value.lastIndexOf('/', at)))
}
