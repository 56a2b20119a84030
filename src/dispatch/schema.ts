import { isObject, type Json } from '../ledger/kinds.ts'
import { type CheckedCall, type DispatchFinding, finding } from './call.ts'

/**
 * Fields that tools of the three hosts require, and optional fields (`?`) that change what a call does. Other fields
 * are up to the tools. Kept as strings, of which each call parses only one.
 */
const SHAPES: Readonly<Record<string, string>> = {
  // Claude Code; Codex uses the same name for its shell
  Bash: 'command:text timeout:number? run_in_background:flag?',
  Read: 'file_path:word offset:number? limit:number?',
  Write: 'file_path:word content:text',
  Edit: 'file_path:word old_string:text new_string:text replace_all:flag?',
  MultiEdit: 'file_path:word edits:list',
  NotebookEdit: 'notebook_path:word new_source:text',
  Glob: 'pattern:word path:text?',
  Grep: 'pattern:word path:text?',
  LS: 'path:word',
  WebFetch: 'url:word prompt:text?',
  WebSearch: 'query:word',
  Agent: 'prompt:text subagent_type:text?',
  Task: 'prompt:text subagent_type:text?',
  // Codex
  apply_patch: 'command:word? input:word? patch:word?',
  view_image: 'path:word',
  // Gemini CLI
  run_shell_command: 'command:text dir_path:text? directory:text?',
  write_file: 'file_path:word content:text',
  replace: 'file_path:word old_string:text new_string:text',
  read_file: 'file_path:word? absolute_path:word?',
  glob: 'pattern:word path:text?',
  search_file_content: 'pattern:word path:text?',
  grep_search: 'pattern:word path:text?',
  google_web_search: 'query:word',
}

/** No tool takes values nested deeper than this. */
const MAX_DEPTH = 32

/** Checks that a call of a known tool has the required fields in the right form. Never throws, whatever the input. */
export function schemaFindings({ tool, input }: CheckedCall): DispatchFinding[] {
  const shape = Object.hasOwn(SHAPES, tool) ? SHAPES[tool] : undefined
  const fault = depthOf(input) > MAX_DEPTH ? 'nested too deeply' : shape === undefined ? null : faultIn(input, shape)
  return fault === null ? [] : [finding('CALL_MALFORMED', `${tool}: ${fault}`)]
}

function faultIn(input: Json, shape: string): string | null {
  if (!isObject(input)) return 'the input must be an object'
  for (const field of shape.split(' ')) {
    const [name = '', form = ''] = field.split(':')
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    const isMissing = value === undefined || value === null
    if (isMissing && form.endsWith('?')) continue
    if (isMissing) return `${name} is missing`
    if (!hasForm(value, form)) return `${name} must be ${NAMES[form.replace('?', '')]}`
  }
  return null
}

const NAMES: Readonly<Record<string, string>> = {
  text: 'a string',
  word: 'a non-empty string',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
}

function hasForm(value: unknown, form: string): boolean {
  switch (form.replace('?', '')) {
    case 'text':
      return typeof value === 'string'
    case 'word':
      return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
    case 'number':
      return typeof value === 'number'
    case 'flag':
      return typeof value === 'boolean'
    default:
      return Array.isArray(value)
  }
}

/** Nesting depth of a value, counted only up to the limit. */
function depthOf(value: Json, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  let deepest = depth
  for (const one of Object.values(value)) {
    if (typeof one === 'object' && one !== null) deepest = Math.max(deepest, depthOf(one, depth + 1))
    if (deepest > MAX_DEPTH) break
  }
  return deepest
}
