import { words } from '../../ledger/lazy.ts'
import { all, isDigit, isLetter, isLower, isNamePart, isUpper } from './chars.ts'
import { classOfExtension, extensionOf } from './extensions.ts'
import { hostClass, isAddress, withoutPort } from './hosts.ts'
import { placeOf } from './places.ts'
import { fullName } from './programs.ts'

/** Replaces words that differ from call to call (paths, addresses, numbers, keys) by their classes. */

const MAX_WORD = 40
const MAX_FLAG = 24
/** A long word of letters and digits is encoded data; a long hexadecimal one is a hash. */
const MIN_ENCODED = 60
const MIN_HASH = 16

/** Variables whose names say something. */
const NAMED = words(
  '$home $path $ifs $shell $user $pwd $histfile $ld_preload $ld_library_path $0 $@ $_ $null $true $false',
)

const SHELL_PATHS = new Set(
  ['sh', 'bash', 'dash', 'zsh', 'ksh'].flatMap((name) => [`/bin/${name}`, `/usr/bin/${name}`]),
)

/** The class of a word, or the word itself in lower case. */
export function classOf(word: string): string {
  const first = word.charAt(0)
  if (first === '-') return assignmentClass(word) ?? fullName(word.slice(0, MAX_FLAG))
  const data = dataClass(word, first) ?? (word.includes('://') ? urlClass(word) : null) ?? remoteClass(word)
  if (data !== null) return data
  if (SHELL_PATHS.has(word)) return 'shell-path'
  const place = assignmentClass(word) ?? placeOf(word)
  if (place !== null) return place
  const lower = word.toLowerCase()
  if (isVariable(word)) return NAMED.has(lower) ? lower : 'variable'
  return fullName(fileClass(word) ?? lower.slice(0, MAX_WORD))
}

/** Addresses, numbers, hashes and encoded data. */
function dataClass(word: string, first: string): string | null {
  if (isDigit(first)) {
    const address = withoutMask(word)
    if (isAddress(withoutPort(address))) return `ip:${hostClass(address)}`
    if (isMode(word)) return modeClass(word)
  }
  if (word.length >= MIN_HASH && all(word, isHex)) return 'hash'
  if (isDigit(first) && isNumber(word)) return 'number'
  if (word.length >= MIN_ENCODED && all(word, isEncoded)) return 'encoded'
  return first === '\\' && word.startsWith('\\x') && isHex(word.charAt(2)) ? 'escapes' : null
}

const withoutMask = (word: string): string => {
  const at = word.indexOf('/')
  return at > 0 ? word.slice(0, at) : word
}

const isHex = (char: string): boolean => isDigit(char) || (char >= 'a' && char <= 'f') || (char >= 'A' && char <= 'F')

const isEncoded = (char: string): boolean => isNamePart(char) || '+/=-'.includes(char)

const isMode = (word: string): boolean =>
  (word.length === 3 || word.length === 4) && all(word, (char) => char >= '0' && char <= '7')

/** A mode with set-user-id or set-group-id, one that anybody may write to, or any other. */
function modeClass(word: string): string {
  if (word.length === 4 && word.charAt(0) >= '2') return 'mode:set-id'
  return word.endsWith('777') || word.endsWith('666') ? 'mode:open' : 'number:3'
}

/** Digits with dots, commas or colons between them, and perhaps a unit. */
function isNumber(word: string): boolean {
  if (word.startsWith('0x')) return all(word, isHex, 2)
  const last = word.charAt(word.length - 1)
  const end = isLetter(last) || last === '%' ? word.length - 1 : word.length
  return all(word, (char) => isDigit(char) || char === '.' || char === ',' || char === ':', 0, end)
}

function urlClass(word: string): string {
  const start = word.indexOf('://')
  const scheme = word.slice(0, start).toLowerCase()
  if (!all(scheme, (char) => isNamePart(char) || '+.-'.includes(char))) return 'url'
  if (scheme === 'file') return 'url:file'
  const end = endOf(word, '?#', start + 3)
  const slash = endOf(word, '/', start + 3)
  const authority = word.slice(start + 3, Math.min(slash, end))
  const at = authority.lastIndexOf('@')
  const kind = classOfExtension(extensionOf(word.slice(Math.min(slash, end), end)))
  return `url:${hostClass(authority.slice(at + 1))}${at < 0 ? '' : ':login'}:${kind}`
}

/** Finds the first of some characters, or the end. */
function endOf(word: string, chars: string, from: number): number {
  for (let i = from; i < word.length; i++) if (chars.includes(word.charAt(i))) return i
  return word.length
}

/** A mail address, or `user@host` with or without a path. */
function remoteClass(word: string): string | null {
  const at = word.indexOf('@')
  if (at < 1 || at === word.length - 1) return null
  if (!all(word, (char) => isNamePart(char) || '.+%$-'.includes(char), 0, at)) return null
  const end = endOf(word, ':', at)
  const host = word.slice(at + 1, end)
  if (!all(host, (char) => isNamePart(char) || '.$-'.includes(char))) return null
  if (end < word.length) return 'remote:path'
  return host.indexOf('.') > 0 && !word.includes('$') ? 'mail' : 'remote'
}

/** `name=value` or `name:value`; null if the word is neither. */
function assignmentClass(word: string): string | null {
  if (isPathLike(word)) return null
  const end = endOf(word, '=:', 0)
  if (end === 0 || end >= word.length - 1) return null
  const dashes = word.startsWith('--') ? 2 : word.startsWith('-') ? 1 : 0
  const isName = dashes > 0 ? (char: string) => isNamePart(char) || char === '-' : isNamePart
  if (isDigit(word.charAt(dashes)) || !all(word, isName, dashes, end)) return null
  const name = word.slice(0, end)
  const value = word.slice(end + 1)
  const isConstant = dashes === 0 && name.length > 2 && name === name.toUpperCase()
  const inner = value.includes('://') ? urlClass(value) : (placeOf(value) ?? '')
  return `${isConstant ? 'VARIABLE' : name.toLowerCase()}=${inner}`
}

/** Drives, registry keys and PowerShell's environment contain a colon, but assign nothing. */
const isPathLike = (word: string): boolean => {
  const start = word.slice(0, 5).toLowerCase()
  return start.charAt(1) === ':' || start.startsWith('hk') || start.startsWith('$env:') || start.startsWith('env:')
}

const isVariable = (word: string): boolean =>
  word.startsWith('$')
    ? all(word, isNamePart, 1)
    : word.startsWith('%') && word.endsWith('%') && all(word, isNamePart, 1, word.length - 1)

function fileClass(word: string): string | null {
  const extension = extensionOf(word)
  if (extension === '' || word.length === extension.length + 1) return null
  const kind = classOfExtension(extension)
  if (kind === 'other' || kind === 'keys' || !all(word, (char) => isNamePart(char) || '.*-'.includes(char))) return null
  return extension === 'exe' ? word.slice(0, -4).toLowerCase() : `file:${extension}`
}

const MIN_COMPOUND = 7
const MAX_COMPOUND = 80
const MIN_PART = 3

/** The parts of a compound name: `DisableRealtimeMonitoring` has three. Short and very long words have none. */
export function partsOf(word: string): string[] {
  if (word.length < MIN_COMPOUND || word.length > MAX_COMPOUND) return []
  const parts: string[] = []
  let start = 0
  for (let i = 0; i <= word.length; i++) {
    const char = word.charAt(i)
    const isInside = isLetter(char) && !(isUpper(char) && i > start && isLower(word.charAt(i - 1)))
    if (isInside) continue
    parts.push(word.slice(start, i).toLowerCase())
    start = isLetter(char) ? i : i + 1
  }
  return parts.length < 2 ? [] : parts.filter((part) => part.length >= MIN_PART)
}
