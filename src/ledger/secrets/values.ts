import { words } from '../lazy.ts'
import { classOfName, type NameClass } from './names.ts'

/**
 * Decides by its shape whether a value under a secret's name is a secret. Redaction destroys evidence, so these stay:
 * references and masks, settings and numbers, type names, calls and members (`getPassword()`, `args.token`), other names
 * (`password=password`), words that say how a secret is doing (`password: required`), labels and sentences.
 */

/** How a name and its value are connected: `name=v`, `name = v`, `name: v`, `name:v`, `--name v`, "name is v", `name v`. */
export type Link = '=' | ' = ' | ': ' | ':' | 'flag' | 'is' | 'set' | 'beside'

export type Candidate = {
  name: NameClass
  /** True for a name in capitals, as in the environment. */
  isUpper: boolean
  link: Link
  /** True if the name and the value have a line to themselves: a line of `.env`, YAML, TOML or notes. */
  ownLine: boolean
  isQuoted: boolean
  value: string
  /** The character behind the value, or an empty string. */
  next: string
}

const SETTINGS = words(
  'true false null none nil undefined yes no on off any all auto never always inherit include omit same-origin basic' +
    ' digest oauth oauth2 ntlm kerberos negotiate bearer default plain hidden show env stdin prompt file ask',
)
const STATUS = words(
  'required optional missing invalid valid incorrect wrong ok okay set unset empty changed expired correct accepted' +
    ' rejected needed unknown disabled enabled redacted masked encrypted hashed stored secret private public known' +
    ' checked unchanged updated reset rotated refreshed revoked removed added deleted unavailable available supported' +
    ' unsupported mandatory forbidden denied granted refused mismatch mismatched found absent present here there below' +
    ' above pass passed fail failed failing passing skipped pending done fixed is not must should read write admin user' +
    ' requerida requerido obligatorio requise requis erforderlich obrigatória richiesta falsch incorrecta',
)
/** Words behind an option in a sentence or a help text. */
const PROSE = words(
  'a an and are argument arguments as at by can does flag flags for from has if in instead is may must not of on only' +
    ' option options or parameter should string text that the this to value was when where will with without your',
)
const TYPES =
  /^(?:string|str|bool|boolean|number|integer|bytes?|char|text|any|unknown|never|void|object|symbol|bigint|varchar|uuid|id|date|self|this|new|await|async|function|func|fn|lambda|import|require|yield|typeof|not|optional|u?int(?:8|16|32|64|128)?|[iuf](?:8|16|32|64|128)|usize|isize|float(?:32|64)?|double|dict|list|tuple|map|vec|&?(?:mut |'static )?str|[A-Z]\w*(?:Str|String|Token|Secret|Type|Key|Password|Field|Value|Array|Buffer|Bytes|Input|Schema|Option|Options|Config|Provider|Handler|Service))$/i
/** A word that says nothing about the password, so that it may be the password. */
const SWORDFISH = /^(?!\w+(?:ed|ing|ly|able|ible|ent|ant|ory|ive|en|ct)$)[a-z]{5,24}$/
/** Names that code gives to things in passing. */
const PASSING =
  /^(?:_?(?:value|val|raw|input|data|field|opts?|options?|args?|params?|result|res|resp|response|hash|hashed|encoded|decoded|body|form|env|config|settings|props|state|ctx|event|match|line|word|item|node|next|prev|current|other|temp|tmp|foo|bar|baz|[a-z])\d?)$/
const ALGORITHM =
  /^(?:sha|md|base|utf|aes|rsa|hs|rs|es|ps|ed|oauth|argon|bcrypt|scrypt|pbkdf|v|http|ipv|rfc|iso|step|part|test|line|level|phase|example)[-_]?\d[\w.-]{0,7}$/i
const FILE_NAME =
  /^[\w./@-]{1,200}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|json|ya?ml|toml|md|txt|pem|crt|key|env|sh|html?|css|sql|lock)(?::\d{1,9}){0,2}[,;:)]?$/
const NUMERIC = /^[\d.,:/-]{1,64}(?:ms|[smhdkKMGB%]|px|em|[KMG]i?B)?[.,;]?$/
const MEMBER = /^[A-Za-z_$][\w$]{0,32}(?:\?|!)?(?:\.|::|->)[A-Za-z_$#]/
const SENTENCE =
  /[A-Za-zÀ-ÿ]['’]? (?:is|are|was|must|may|can|should|does|has|required|cannot|will|not|of|for|the|your|at least) /i

/** True if a value under the name of a secret is one. */
export function isSecretValue(candidate: Candidate): boolean {
  const { value, isQuoted } = candidate
  const word = value.replace(/[.,;:!?)]{1,3}$/, '')
  const lower = word.toLowerCase()
  if (
    SETTINGS.has(lower) ||
    STATUS.has(lower) ||
    /^(?:[a-z][a-z\d+.-]{1,16}:\/\/|your\b|your_|x{3,}|todo\b)/.test(lower)
  )
    return false
  if (NUMERIC.test(value)) return isPin(candidate)
  if (isPathFor(candidate) || FILE_NAME.test(value)) return false
  return isQuoted ? isQuotedSecret(candidate) : isBareSecret(candidate, word)
}

/** Digits are a count or a limit, except behind a password's name. */
const isPin = ({ name, value, link }: Candidate): boolean =>
  (name === 'password' && /^\d{4,}$/.test(value) && link !== 'is' && link !== 'beside') || /^\d{8,}$/.test(value)

const isPathFor = ({ name, value }: Candidate): boolean =>
  name !== 'password' && /^(?:~|\.{1,2})?\/|^[A-Z]:\\/.test(value)

/** True for a mix that no word or identifier has: letters with digits, or letters around a sign. */
export const looksRandom = (value: string): boolean =>
  !/[ \t]/.test(value) &&
  !ALGORITHM.test(value) &&
  !/^\d{4}-\d\d-\d\d/.test(value) &&
  (/\d/.test(value)
    ? /[A-Za-z\x80-\uffff]/.test(value)
    : /[A-Za-z][^A-Za-z\d]{0,4}[!@#%^*+~&?$][^ ]{0,4}[A-Za-z]/.test(value))

function isQuotedSecret({ name, isUpper, link, value }: Candidate): boolean {
  if (link === 'beside') return looksRandom(value)
  if (SENTENCE.test(` ${value} `) || isLabel(value)) return false
  if (link === 'is') return !value.includes(' ') && (name === 'password' || looksRandom(value))
  return (
    name === 'password' ||
    name === 'secret' ||
    (isUpper && link === '=' && value.length >= 3) ||
    link === 'flag' ||
    looksRandom(value)
  )
}

/** "Password", "Mot de passe", "Forgot your password?": text about a secret. */
const isLabel = (value: string): boolean =>
  !/\d/.test(value) &&
  value.length < 80 &&
  (classOfName(value.replace(/[?:*.! ]{1,4}$/, '')) !== null || /\bpassw?/i.test(value))

function isBareSecret(candidate: Candidate, word: string): boolean {
  const { link, name, isUpper, value, next } = candidate
  if (isCode(candidate, word)) return false
  switch (link) {
    case 'flag':
      return !value.startsWith('-') && !PROSE.has(word.toLowerCase()) && !/^(?:id|type|source|src)=/.test(value)
    case 'set':
      return value.length >= 3
    case '=':
      return value.length >= 3 && !(next === ')' && /^[a-z_]+$/i.test(value)) && (name !== 'slight' || !isWord(value))
    case ' = ':
      return (looksRandom(word) && isLongEnough(candidate)) || isOnOwnLine(candidate, word)
    case ': ':
      return (
        (looksRandom(word) && isLongEnough(candidate)) ||
        isOnOwnLine(candidate, word) ||
        (isUpper && candidate.ownLine && word.length >= 8)
      )
    case ':':
      return looksRandom(word) && isLongEnough(candidate)
    case 'is':
      return word.length >= 4 && (looksRandom(word) || (candidate.ownLine && SWORDFISH.test(word)))
    case 'beside':
      return false
  }
}

export const isWord = (value: string): boolean => /^[a-z]{1,12}$/i.test(value)

const isLongEnough = ({ name, value }: Candidate): boolean =>
  value.length >= (name === 'password' ? 2 : name === 'token' ? 6 : 4)

/** `password: swordfish` on a line of its own. For a secret, a capitalised word may be a type. */
const isOnOwnLine = ({ name, ownLine }: Candidate, word: string): boolean =>
  ownLine &&
  word.length >= 3 &&
  (name === 'password' || (name === 'secret' && !/^[A-Z][a-z]+$/.test(word))) &&
  !PASSING.test(word)

/** True for a type, a call, a member, or another name that the secret comes from. */
function isCode({ value, next, link, isUpper }: Candidate, word: string): boolean {
  const opens = next === '(' || next === '[' || (next === '<' && link !== '=')
  if (opens && /^[A-Za-z_$][\w$.:?!]{0,64}$/.test(value)) return true
  if (/^[A-Za-z_][\w.]{0,64}[([]|^(?:process\.env|os\.environ|import\.meta)/.test(value)) return true
  if (/^[[{(|>&*!]/.test(value) && /^(?:[[{(|>]|[&*!][A-Za-z]{1,32}$)/.test(value)) return true
  if (link !== '=' && link !== 'flag' && TYPES.test(word)) return true
  if (isUpper && link === '=') return false
  if (MEMBER.test(value) && !/(?:^|[._-])[A-Za-z\d]{0,64}\d[A-Za-z\d]{15}/.test(value)) return true
  return isNameOfSecret(word)
}

/** `password=password`, `token=accessToken`, `key=new_key`. */
const isNameOfSecret = (word: string): boolean =>
  /^[A-Za-z_]{0,24}(?:passw(?:or)?d|pass|pwd|secret|token|key|string|str|bytes)$/i.test(word) || TYPES.test(word)
