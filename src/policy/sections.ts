/** Parts of configuration files that are not JSON, so that a pin can name a section instead of the whole file. Pure. */

/** Returns the text of a part of a TOML, INI or JavaScript file, without comments and layout; null if it has no such part. */
export function sectionIn(file: string, text: string, pointer: string): string | null {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (/\.[cm]?[jt]s$/.test(file)) return propertyIn(text, path.at(-1) ?? '')
  return tableIn(text, path, /\.toml$/.test(file))
}

/** The lines of a table and of the tables below it, or one key with its value. In INI files a table's name has no parts. */
function tableIn(text: string, path: readonly string[], isToml: boolean): string | null {
  const found: string[] = []
  let table: string[] = []
  for (const statement of statementsIn(text, isToml)) {
    const header = headerIn(statement)
    if (header !== undefined) table = isToml ? partsOf(header) : [header]
    const name = header === undefined ? [...table, ...keyIn(statement)] : table
    if (isWithin(name, path)) found.push(`${name.join('/')} ${statement}`)
  }
  return found.length === 0 ? null : found.join('\n')
}

/** Headers and keys with their values. A value goes on until its brackets are closed, or in an INI file while lines are indented. */
function statementsIn(text: string, isToml: boolean): string[] {
  const statements: string[] = []
  let depth = 0
  let isQuoted = false
  for (const line of text.split(/\r?\n/).map(withoutComment)) {
    if (line.trim() === '') continue
    const continues = isToml ? isQuoted || depth > 0 : /^\s/.test(line) && statements.length > 0
    if (continues) statements.push(`${statements.pop()} ${line.trim()}`)
    else statements.push(line.trim())
    if (!isQuoted) depth = Math.max(0, (continues ? depth : 0) + opened(line))
    if (count(line, /"""|'''/g) % 2 === 1) isQuoted = !isQuoted
  }
  return statements
}

/** The name in `[name]` or `[[name]]`. */
function headerIn(statement: string): string | undefined {
  if (!/^\[.*\]$/.test(statement)) return undefined
  let [from, to] = [0, statement.length]
  while (statement[from] === '[') from++
  while (to > from && statement[to - 1] === ']') to--
  return statement.slice(from, to).trim()
}

/** A comment within a line begins behind the last quote. */
function withoutComment(line: string): string {
  if (/^\s*[#;]/.test(line)) return ''
  const from = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'")) + 1
  const at = line.slice(from).search(/\s[#;]/)
  return (at < 0 ? line : line.slice(0, from + at)).trimEnd()
}

function keyIn(line: string): string[] {
  const end = line.search(/[=:]/)
  return partsOf((end > 0 ? line.slice(0, end) : line).trim())
}

/** `tool."a.b".c` */
const partsOf = (name: string): string[] =>
  [...name.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )

const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((part, i) => path[i] === part)

const count = (text: string, chars: RegExp): number => text.match(chars)?.length ?? 0

/** The number of brackets that a line opens, minus those it closes. */
const opened = (line: string): number => count(line, /[[{]/g) - count(line, /[\]}]/g)

/** After the last end of a block comment, none is closed. */
function withoutComments(text: string): string {
  const last = text.lastIndexOf('*/')
  const end = last < 0 ? 0 : text.indexOf('\n', last)
  const [closed, open] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  return closed.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1') + open.replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** The value of the first property with this name, up to its closing bracket or the end of its line. */
function propertyIn(text: string, name: string): string | null {
  const plain = withoutComments(text)
  const at = new RegExp(`(?:^|[{,\\s])["']?${name.replace(/\W/g, '\\$&')}["']?\\s*:`).exec(plain)
  if (at === null) return null
  let from = at.index + at[0].length
  while (/\s/.test(plain[from] ?? '')) from++
  let depth = 0
  let to = from
  for (; to < plain.length; to++) {
    const char = plain[to] ?? ''
    if ('{[('.includes(char)) depth++
    else if ('}])'.includes(char) && --depth < 0) break
    else if (depth === 0 && (char === ',' || char === '\n') && to > from) break
  }
  return plain.slice(from, to).replace(/\s+/g, ' ').trim()
}
