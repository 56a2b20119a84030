import { type Cursor, type Heredoc, inner, refuse } from './cursor.ts'
import { readLoose } from './expansions.ts'
import type { Part, Redirection, Word } from './syntax.ts'

/** Notes that a heredoc body starts after this line. */
export function expectBody(cursor: Cursor, redirection: Redirection): void {
  const { parts, at, end } = redirection.target
  const quoted = parts.some((part) => part.kind === 'text' && part.quoted)
  const delimiter = parts.every((part) => part.kind === 'text')
    ? parts.map((part) => part.text).join('')
    : cursor.text.slice(at - cursor.base, end - cursor.base)
  const tabs = redirection.operator === '<<-' ? 'stripped' : 'kept'
  cursor.heredocs.push({ redirection, delimiter, quoted, tabs })
}

/** Steps over a newline and the bodies of the heredocs opened before it. */
export function takeNewline(cursor: Cursor): void {
  cursor.at++
  for (const heredoc of cursor.heredocs.splice(0)) heredoc.redirection.body = readBody(cursor, heredoc)
}

function readBody(cursor: Cursor, heredoc: Heredoc): Word {
  const at = cursor.at
  const lines: string[] = []
  let joined = false
  for (;;) {
    if (cursor.at >= cursor.text.length) refuse(cursor, 'unterminated-heredoc')
    const line = takeLine(cursor, heredoc)
    if (line === heredoc.delimiter && !joined) break
    lines.push(`${line}\n`)
    // A trailing backslash joins the next line, even one that looks like the delimiter.
    joined = !heredoc.quoted && endsOpen(line)
  }
  return { parts: partsOf(cursor, heredoc, lines.join(''), at), at: cursor.base + at, end: cursor.base + cursor.at }
}

function takeLine(cursor: Cursor, heredoc: Heredoc): string {
  const newline = cursor.text.indexOf('\n', cursor.at)
  const end = newline < 0 ? cursor.text.length : newline
  const line = cursor.text.slice(cursor.at, end)
  cursor.at = end + 1
  return heredoc.tabs === 'stripped' ? line.replace(/^\t+/, '') : line
}

function endsOpen(line: string): boolean {
  let at = line.length
  while (at > 0 && line[at - 1] === '\\') at--
  return (line.length - at) % 2 === 1
}

function partsOf(cursor: Cursor, heredoc: Heredoc, text: string, at: number): Part[] {
  return heredoc.quoted ? [{ kind: 'text', text, quoted: true }] : readLoose(inner({ ...cursor, at }, text))
}
