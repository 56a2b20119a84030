import type { Json } from '../../ledger/kinds.ts'
import type { ArrayNode, Node, ObjectNode, Span } from './jsonc.ts'

/** Edits settings as text. Everything outside the edit keeps its bytes, comments and indentation. */

/** Adds an item to the end of an array. */
export const addItem = (text: string, array: ArrayNode, item: Json): string =>
  addLast(text, array, array.items, (indent) => render(text, item, indent))

/** Adds a member to the end of an object. */
export const addMember = (text: string, object: ObjectNode, key: string, value: Json): string =>
  addLast(text, object, object.members, (indent) => `${JSON.stringify(key)}: ${render(text, value, indent)}`)

/** Removes the nth item, with its comma and its line. */
export const removeItem = (text: string, array: ArrayNode, at: number): string =>
  removeChild(text, array, array.items, at)

/** Removes the nth member, with its comma and its line. */
export const removeMember = (text: string, object: ObjectNode, at: number): string =>
  removeChild(text, object, object.members, at)

/** Replaces a value. */
export const replaceValue = (text: string, { start, end }: Node, value: Json): string =>
  text.slice(0, start) + render(text, value, indentAt(text, start)) + text.slice(end)

type Holder = ArrayNode | ObjectNode

/** Adds a child on its own line, after everything else in the holder, comments included. */
function addLast(text: string, holder: Holder, children: readonly Span[], rendered: (indent: string) => string) {
  const close = holder.end - 1
  const last = children.at(-1)
  const from = last?.end ?? holder.start + 1
  const between = text.slice(from, close)
  const hasTrailing = last !== undefined && holder.commas.length === children.length
  const comma = last === undefined || hasTrailing ? '' : ','
  if (isCompact(text))
    return `${text.slice(0, from)}${comma}${between.trimEnd()}${rendered('')}${hasTrailing ? ',' : ''}${text.slice(close)}`
  const eol = eolOf(text)
  const outer = indentAt(text, holder.start)
  const indent = outer + unitOf(text)
  // A trailing comma stays a trailing comma.
  const added = `${comma}${between.trimEnd()}${eol}${indent}${rendered(indent)}${hasTrailing ? ',' : ''}${eol}${outer}`
  return text.slice(0, from) + added + text.slice(close)
}

function removeChild(text: string, holder: Holder, children: readonly Span[], at: number): string {
  const child = children[at]
  if (child === undefined) return text
  const comma = holder.commas[at]
  // Remove the comma after the child too.
  if (comma !== undefined) return withoutLine(text, child.start, comma + 1)
  const before = holder.commas[at - 1]
  if (before !== undefined) return withoutLast(text, before, child)
  const isAlone = text.slice(holder.start + 1, child.start) + text.slice(child.end, holder.end - 1)
  if (isAlone.trim() === '') return text.slice(0, holder.start + 1) + text.slice(holder.end - 1)
  return withoutLine(text, child.start, child.end)
}

/** Removes the last child with the comma before it; comments between the two stay. */
function withoutLast(text: string, comma: number, { start, end }: Span): string {
  const between = text.slice(comma + 1, start)
  const after = text.slice(end)
  // A line comment ends with its line; the text after it must not become part of it.
  const kept = /^[ \t]*\r?\n/.test(after) ? between.trimEnd() : between
  return text.slice(0, comma) + kept + after
}

/** Removes part of the text, and its line if nothing else is on it. */
function withoutLine(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end))
  const isWhole = rest !== null && text.slice(from, start).trim() === ''
  return isWhole ? text.slice(0, from) + text.slice(end + rest[0].length) : text.slice(0, start) + text.slice(end)
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** Settings on one line stay on one line, unless they are empty. */
const isCompact = (text: string): boolean => !text.trim().includes('\n') && !/^\{\s*\}$/.test(text.trim())

/** One level of indentation, taken from the first key that starts a line. */
const unitOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? '  '

/** The indentation of the line at a position. */
const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''

function render(text: string, value: Json, indent: string): string {
  if (isCompact(text)) return JSON.stringify(value)
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eolOf(text) + indent)
}
