/** A string literal, with its position in the code including the quotes. */
export type Quoted = { text: string; from: number; to: number }

const MAX_TEXTS = 5_000
const QUOTED = /'((?:[^'\\\n]|\\.){0,2000})'|"((?:[^"\\\n]|\\.){0,2000})"|`((?:[^`\\]|\\.){0,2000})`/g

/** The string literals in code, up to a limit. */
export function quotedIn(code: string): Quoted[] {
  const found: Quoted[] = []
  for (const match of code.matchAll(QUOTED)) {
    const [whole, one, two, three] = match
    const text = (one ?? two ?? three ?? '').replace(/\\(.)/g, '$1')
    found.push({ text, from: match.index, to: match.index + whole.length })
    if (found.length === MAX_TEXTS) break
  }
  return found
}

const NEAR = 60

/** The start of a call that only reads its argument. */
const READING =
  /\b(?:require|read\w*|import|exists\w*|l?stat\w*|load\w*|is_?file|is_?dir|access\w*|\w*get_contents|listdir|from|cp(?:Sync)?|copy\w*)\s*\(?\s*$/i
const OPENING = /\bopen\s*\(\s*$/
const OPEN_TO_READ = /^\s*(?:\)|,\s*(?:['"]r[bt]?['"]|encoding))/

/** True if a string literal is the argument of a call that only reads. */
export function isReading({ from, to }: Quoted, code: string): boolean {
  const before = code.slice(Math.max(0, from - NEAR), from)
  return READING.test(before) || (OPENING.test(before) && OPEN_TO_READ.test(code.slice(to, to + NEAR)))
}

/** The start of a call that compares, replaces or prints its argument. */
const PROSE =
  /\b(?:replace\w*|sub|gsub|print\w*|puts|echo|log|info|warn|error|includes|startswith|endswith|match|test)\s*\(?\s*$/i

/** True if a string literal is prose rather than a path or a command. */
export const isProse = ({ text, from }: Quoted, code: string): boolean =>
  PROSE.test(code.slice(Math.max(0, from - NEAR), from)) || /(?<![A-Za-z])[A-Za-z]{2,}\s+[A-Za-z]{2,}\s/.test(text)
