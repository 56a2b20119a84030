import { once } from '../lazy.ts'
import { classOfName, type NameClass } from './names.ts'
import { compiled, MARK, type Spot, value } from './text.ts'
import { type Candidate, isSecretValue, type Link } from './values.ts'

/** A name with its link to a value. */
type Named = Linked & { name: NameClass; isUpper: boolean; start: number; end: number }

/**
 * Finds the secret that a name announces. `at` points at any letter of the name. The name must be linked to a value: by
 * an assignment in any notation, as an option or an element, or in a sentence. The value decides the rest. The secret
 * before it ends at `floor`: no name reaches into that.
 */
export function namedSpot(text: string, at: number, floor: number): Spot | null {
  const start = nameStart(text, at, floor)
  const end = nameEnd(text, at)
  const linked = linkAfter(text, start, end)
  if (linked === null || isByMarker(text, start)) return null
  const identifier = text.slice(start, end)
  const name = classInText(identifier, wordBefore(text, start, floor))
  if (name === null) return null
  const isUpper = identifier === identifier.toUpperCase()
  return secretOf(text, { ...linked, name, isUpper, start, end })
}

/** Reads a name together with the word in front of it: an "api key" is one, an "unexpected token" is none. */
function classInText(identifier: string, word: string): NameClass | null {
  const own = classOfName(identifier)
  return own === null || (own === 'token' && word !== '') ? classOfName(word + identifier) : own
}

/** Finds the secret behind an operator that follows a password's name in another language. */
export function foreignSpot(text: string, at: number): Spot | null {
  const end = text[at] === '\x9a' ? at - 2 : at
  const linked = linkAfter(text, end, end)
  return linked && secretOf(text, { ...linked, name: 'password', isUpper: false, start: lineStartOf(text, end), end })
}

/** A marker is no boundary: what it replaced may have been part of the name. Nor does a name in a marker name anything. */
const isByMarker = (text: string, start: number): boolean =>
  (text[start - 1] === ']' && /\[redacted:[a-z-]{1,20}\]$/.test(text.slice(Math.max(0, start - 32), start))) ||
  text.startsWith('[redacted:', start - 10)

const MAX_NAME = 64
/** Maximum distance that a decision looks back from a name. */
const BEFORE = 96

/** One entry per ASCII code: true for the characters of names. */
const NAME_CHARS = Array.from({ length: 128 }, (_, code) => /[\w.-]/.test(String.fromCharCode(code)))
const isNameChar = (text: string, at: number): boolean => NAME_CHARS[text.charCodeAt(at)] === true

function nameStart(text: string, at: number, floor: number): number {
  let start = at
  while (start > Math.max(0, floor) && at - start < MAX_NAME && isNameChar(text, start - 1)) start--
  // The letter of an escaped line break belongs to the escape.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] as string)) start++
  while (start < at && text[start] === '.') start++
  return start
}

function nameEnd(text: string, at: number): number {
  let end = at + 1
  while (end - at < MAX_NAME && isNameChar(text, end)) end++
  while (end > at + 1 && (text[end - 1] === '.' || text[end - 1] === '-')) end--
  return end
}

/** The word in front of a name, with its space: "api " of "api key". */
const wordBefore = (text: string, start: number, floor: number): string =>
  /[A-Za-z]{2,16} $/.exec(text.slice(Math.max(0, floor, start - 17), start))?.[0] ?? ''

const before = (text: string, at: number): string => {
  const from = Math.max(0, at - BEFORE)
  // A cut is no start of a line.
  return (from > 0 ? '\x01' : '') + text.slice(from, at)
}

function lineStartOf(text: string, at: number): number {
  const line = text.slice(Math.max(0, at - MAX_NAME), at)
  return at - line.slice(line.lastIndexOf('\n') + 1).trimStart().length
}

const CLOSE = '(?:\\*{1,2}|`)?(\\\\{0,4}["\'])?\\]?'
const links = once(() => ({
  option: compiled('=| (?! )', 'y'),
  equals: compiled(`${CLOSE}([ \\t]{0,8})(?:[:?+|]{0,2}=>?)(?![=~])([ \\t]{0,8})`, 'y'),
  typed: compiled(':[ \\t]{0,4}[A-Za-z_&*][\\w.<>|&?\\[\\]]{0,40}[ \\t]{0,4}=[ \\t]{0,4}(?=["\'])', 'y'),
  colon: compiled(`${CLOSE}[ \\t]{0,4}(?::|：|ï¼\\x9a)(?![:/=])(?:\\*{1,2})?([ \\t]{0,8})`, 'y'),
  pair: compiled(
    '["\']?[ \\t]?(?:,|(?=[ \\t\\r\\n\\\\]))(?:[ \\t\\r\\n]|\\\\n){0,40}["\']?[Vv]alue["\']?[ \\t]?[:=][ \\t]{0,4}',
    'y',
  ),
  is: compiled(
    '["\'`]?[ \\t](?:(?:for|of|on|to)(?:[ \\t][\\w.-]{1,24}){1,4}[ \\t]|\\([^()[\\r\\n]{1,40}\\)[ \\t])?' +
      '(?:is|was|will be|to|ist|est|es|lautet|è|é|je|är|er)(?:[ \\t]now)?[ \\t:]{1,3}',
    'y',
  ),
  word: compiled('[ \\t]{1,4}', 'y'),
  item: compiled('["\'][ \\t]?,[ \\t]?(?=["\'])', 'y'),
}))

type Linked = { link: Link; kind: string; valueAt: number }

/** The characters that a link can start with. */
const LINK_START = ' \t\r\n=:?+|>*`"\'],\\：ï'

/** Reads the link behind a name, and says what kind of secret it makes. */
function linkAfter(text: string, start: number, end: number): Linked | null {
  const first = text[end] ?? ''
  if (!LINK_START.includes(first)) return null
  if (first === '>') return elementAfter(text, start, end)
  const isOption = text[start] === '-'
  const option = isOption ? reach(links().option, text, end) : null
  // A line of a diff starts with one dash too.
  if (option !== null) return { link: text[start + 1] === '-' ? 'flag' : 'is', kind: 'flag', valueAt: option.at }
  return assignmentAfter(text, start, end) ?? wordsAfter(text, start, end)
}

function assignmentAfter(text: string, start: number, end: number): Linked | null {
  const equals = reach(links().equals, text, end)
  if (equals !== null) return equalsAfter(text, start, equals)
  const typed = reach(links().typed, text, end)
  if (typed !== null) return { link: ' = ', kind: 'assignment', valueAt: typed.at }
  const colon = reach(links().colon, text, end)
  return colon && colonAfter(text, start, end, colon)
}

/** In a shell, `NAME= word` assigns nothing. */
function equalsAfter(text: string, start: number, { at, groups }: Reached): Linked | null {
  const [, , left, right] = groups
  const kind = /[?&]/.test(text[start - 1] ?? '') ? 'url-query' : 'assignment'
  if (right === '') return { link: '=', kind, valueAt: at }
  return left === '' ? null : { link: ' = ', kind, valueAt: at }
}

function colonAfter(text: string, start: number, end: number, { at, groups }: Reached): Linked | null {
  const [, quote, right] = groups
  if (quote !== undefined) return { link: ': ', kind: 'json-field', valueAt: at }
  if (HEADER.test(text.slice(start, end))) return { link: ': ', kind: 'header', valueAt: at }
  if (right !== '') return { link: ': ', kind: 'assignment', valueAt: at }
  // In ARNs and URNs, a colon separates parts.
  return text[start - 1] === ':' ? null : { link: ':', kind: 'assignment', valueAt: at }
}

const HEADER = /^(?:[Xx]-[\w-]{2,60}|[A-Za-z]{2,20}-(?:[Tt]oken|TOKEN|[Kk]ey|KEY|[Ss]ecret))$/

function wordsAfter(text: string, start: number, end: number): Linked | null {
  const pair = reach(links().pair, text, end)
  if (pair !== null) return { link: '=', kind: 'assignment', valueAt: pair.at }
  const is = reach(links().is, text, end)
  if (is !== null) return { link: 'is', kind: 'assignment', valueAt: is.at }
  const item = reach(links().item, text, end)
  if (item !== null) return { link: 'beside', kind: 'assignment', valueAt: item.at }
  const word = reach(links().word, text, end)
  if (word === null) return null
  if (/["'`]/.test(text[word.at] ?? '')) return { link: 'beside', kind: 'assignment', valueAt: word.at }
  return isSet(text, start, end) ? { link: 'set', kind: 'assignment', valueAt: word.at } : null
}

/** True where a value follows a name: `config set name value`, `requirepass value`, a line of `.netrc`. */
function isSet(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end)
  const lead = before(text, start)
  return name === 'requirepass' || SETTER.test(lead) || (name === 'password' && NETRC.test(lead))
}
const SETTER = /(?<![\w\]])(?:configure|config|setx?)(?:[ \t]--?[\w-]{1,20}){0,3}[ \t](?:\/\/[^ \t\r\n[]{1,60}:)?$/
const NETRC = /(?<![\w\]])(?:login|machine|account)[ \t]{1,4}[^ \t\r\n[]{1,64}[ \t\r\n]{1,16}$/

function elementAfter(text: string, start: number, end: number): Linked | null {
  const opens = /<(?:[\w-]{1,20}:)?$/.test(text.slice(Math.max(0, start - 22), start))
  return opens && text.slice(end + 1, end + 300).includes('</')
    ? { link: '=', kind: 'assignment', valueAt: end + 1 }
    : null
}

type Reached = { at: number; groups: (string | undefined)[] }

/** Matches a sticky expression and returns where it ends. */
function reach(regExp: RegExp, text: string, at: number): Reached | null {
  regExp.lastIndex = at
  const match = regExp.exec(text)
  return match && { at: regExp.lastIndex, groups: [...match] }
}

/** Maximum number of characters on which a value is judged. Judging more would be slow on hostile text. */
const JUDGED = 96
const OPEN = '((?:[bBrRuUfFL@]{1,2}(?=["\']))?\\\\{0,4}["\']|)'
const TICKS = `(\`)(?:(?!${MARK}|\\$\\{)[^\`\\r\\n])`
const values = once(() => ({
  head: compiled(`${OPEN}${value(1, JUDGED)}`, 'y'),
  whole: compiled(`${OPEN}${value(1)}`, 'y'),
  ticks: compiled(`${TICKS}{1,${JUDGED}}(?=\`)`, 'y'),
}))

function secretOf(text: string, named: Named): Spot | null {
  const { head, whole, ticks } = values()
  const isTicked = text[named.valueAt] === '`'
  const read = reach(isTicked ? ticks : head, text, named.valueAt)
  if (read === null || /^\\{0,4}\[redacted:/.test(text.slice(read.at, read.at + 16))) return null
  const quote = read.groups[1] ?? ''
  if (isClosing(text, named, quote)) return null
  const start = named.valueAt + quote.length
  const candidate = candidateOf(text, named, start, read.at, quote !== '')
  if (!isSecretValue(candidate)) return null
  const end = isTicked ? read.at : (reach(whole, text, named.valueAt)?.at ?? read.at)
  const fillsLine = candidate.ownLine && (named.link === ': ' || named.link === ' = ')
  return { kind: named.kind, start, end: fillsLine ? lineValueEnd(text, end) : end }
}

/** `ask('Passphrase: ')`: the quote behind the name closes the text that the name is in. */
const isClosing = (text: string, { start, end }: Named, quote: string): boolean =>
  quote.length === 1 &&
  !/["']/.test(text[end] ?? '') &&
  new RegExp(`${quote}[A-Za-z ]{0,32}$`).test(text.slice(Math.max(0, start - 33), start))

function candidateOf(text: string, named: Named, start: number, end: number, isQuoted: boolean): Candidate {
  const { name, isUpper, link } = named
  const next = text[end] ?? ''
  const ownLine = !isQuoted && hasOwnLine(text, named, end)
  return { name, isUpper, link, ownLine, isQuoted, value: text.slice(start, end), next }
}

/** Text that may precede a name on its own line: numbering, a list mark, `export`, one or two words. */
const LEAD =
  /(?:^|[\r\n]|\\n)[ \t]*(?:\d{1,6}[→|:\t] ?)?[ \t]*[-+*>#|]{0,2}[ \t]*(?:\*\*|["'`])?(?:export |set |\$env:|\$)?(?:[A-Za-z]{2,16} ){0,2}$/i
/** Text that makes a password in a sentence somebody's own: "my password is swordfish". */
const OWNER = /(?<![\w\]])(?:my|our|root|admin|sudo|db|database|wifi|new|temporary|current)[ \t]$/i

function hasOwnLine(text: string, { start, link }: Named, end: number): boolean {
  const lead = before(text, start)
  return (link === 'is' ? OWNER : LEAD).test(lead) && LINE_END.test(text.slice(end, end + 40))
}
const LINE_END =
  /^(?![;,][ \t]{0,4}(?:$|[\r\n]))[^ \t\r\n"'`\\(){}[\]]{0,32}[ \t]{0,4}(?:#[^\r\n]{0,40})?(?:$|[\r\n"'`]|\\n)/

/** A value with a line to itself ends with the line, although a shell would end it earlier. */
function lineValueEnd(text: string, end: number): number {
  const rest = /^[^ \t\r\n"'`\\(){}[\]]{0,32}/.exec(text.slice(end, end + 32))?.[0] ?? ''
  return rest === '' || rest.includes('[redacted:') ? end : end + rest.replace(/[;,]$/, '').length
}
