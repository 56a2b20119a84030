import type { Act, FileAct, How } from '../dispatch/act.ts'
import { patchedIn } from '../dispatch/patches.ts'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Dispatch } from '../supervisor/event.ts'
import { asObject, textIn } from './fields.ts'

/** What tools of hosts do with the files they name. One place to add a tool to. */
const TOOLS: Readonly<Record<string, How | 'search'>> = {
  // Claude Code
  Write: 'write',
  Edit: 'write',
  MultiEdit: 'write',
  NotebookEdit: 'write',
  Read: 'read',
  NotebookRead: 'read',
  LS: 'read',
  Glob: 'read',
  Grep: 'search',
  // Gemini CLI
  write_file: 'write',
  replace: 'write',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'read',
  search_file_content: 'search',
  grep_search: 'search',
  // Codex
  view_image: 'read',
}

const SHELL_FIELDS = ['command', 'cmd', 'script'] as const
const FOLDER_FIELDS = ['dir_path', 'directory', 'workdir', 'cwd'] as const
const CONTENT_FIELDS = ['content', 'contents', 'text'] as const

/** Tools that nobody knows are judged by their names. */
const WRITING = /write|edit|creat|delet|mov|renam|patch|append|replac|insert|sav|remov|put|upload|copy|mkdir/i
const READING = /read|get|list|search|view|open|cat|find|grep|tree|stat|info/i
const SHELLING = /shell|bash|terminal|exec|command|run|process/i

/** What a call of a tool would do, in our words. */
export function actOf({ tool, input, command }: Dispatch): Act {
  const given = asObject(input)
  if (command !== null) return { kind: 'shell', command, directory: folderIn(given) }
  if (tool === 'apply_patch') return patchAct(textIn(given, 'command') ?? textIn(given, 'input') ?? String(input))
  const known = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined
  const line = known === undefined && SHELLING.test(tool) ? commandIn(given) : null
  if (line !== null) return { kind: 'shell', command: line, directory: folderIn(given) }
  const files = filesIn(given, known ?? guessed(tool))
  return files.length === 0 ? { kind: 'other' } : { kind: 'files', files }
}

const guessed = (tool: string): How => {
  const name = tool.replace(/^mcp__[^_]+__/, '')
  return WRITING.test(name) ? 'write' : READING.test(name) ? 'read' : 'mentioned'
}

const folderIn = (input: JsonObject | null): string | null =>
  FOLDER_FIELDS.map((name) => textIn(input, name)).find((text) => text !== null && text !== '') ?? null

/** A command line, or its words. */
function commandIn(input: JsonObject | null): string | null {
  const [value] = SHELL_FIELDS.map((name) => input?.[name]).filter((one) => one !== undefined)
  if (!Array.isArray(value)) return typeof value === 'string' ? value : null
  return value.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ')
}

const patchAct = (patch: string): Act => ({
  kind: 'files',
  files: patchedIn(patch).map((path) => ({ how: 'write', path, below: 'nothing', content: null })),
})

const MAX_FILES = 200

/** The texts of an input that look like paths. What is written and what is searched for are none. */
function filesIn(input: JsonObject | null, how: How | 'search'): FileAct[] {
  const content = CONTENT_FIELDS.map((name) => textIn(input, name)).find((text) => text !== null) ?? null
  const paths = pathsIn(input, '', 0).slice(0, MAX_FILES)
  return paths.map((path) => ({
    how: how === 'search' ? 'read' : how,
    path,
    below: how === 'search' ? 'searched' : 'nothing',
    content: how === 'write' ? content : null,
  }))
}

const NO_PATHS =
  /^(?:contents?|text|old_string|new_string|new_source|old_text|new_text|query|prompt|description|regex|body|data|instruction)$/

function pathsIn(value: Json | undefined, key: string, depth: number): string[] {
  if (depth > 4) return []
  if (typeof value === 'string') return isPath(key, value) ? [fixedPart(value)] : []
  if (Array.isArray(value)) return value.slice(0, MAX_FILES).flatMap((one) => pathsIn(one, key, depth + 1))
  return Object.entries(asObject(value) ?? {}).flatMap(([name, one]) => pathsIn(one, name, depth + 1))
}

const isPath = (key: string, value: string): boolean =>
  value !== '' &&
  value.length < 4096 &&
  !value.includes('\n') &&
  !NO_PATHS.test(key) &&
  (/path|file|dir|folder|uri|source|dest|target|include|from|to$/i.test(key) || /^(?:[~.]{0,2}\/|file:)/.test(value))

/** A pattern of names is looked for in the folder before its first star. */
function fixedPart(value: string): string {
  const at = value.search(/[*?[{]/)
  return at < 0 ? value : value.slice(0, Math.max(1, value.lastIndexOf('/', at)))
}
