import { once } from '../lazy.ts'
import { COMMAND_SHAPES } from './commands.ts'
import { classOfName, FOREIGN_NAMES, type NameClass } from './names.ts'
import {
  after,
  compiled,
  MARK,
  MAX_VALUE,
  MAY_QUOTE,
  NO_REFERENCE,
  QUOTE,
  type SecretShape,
  startOf,
  value,
  WORD_START,
  whole,
} from './text.ts'
import { literal, tokenCues } from './tokens.ts'
import { isWord, looksRandom } from './values.ts'

/**
 * The shapes of secrets, as data. Secrets that only a name gives away are found in named.ts. A secret is found in two steps:
 * first a **cue**, which ends in one of a few rare characters, then the secret right after it. Clean text therefore costs one
 * pass of one regular expression.
 *
 * Two rules apply to all shapes. Every quantifier is bounded: `REACH_BACK` and `REACH_AHEAD` limit how far a shape looks
 * from the end of its cue, and thus how much a stream holds back. And no shape matches across a `[redacted:…]` marker or
 * treats one as a boundary, which makes redaction idempotent.
 */

/** Maximum distance a cue looks back from its end, boundaries included; the longest is `curl … -u user:`. */
export const REACH_BACK = 1 << 10

/** Maximum distance a shape extends or looks past its cue; the longest is a key block of 512 lines. */
export const REACH_AHEAD = 1 << 16

/** Length of the shortest secret, including its cue: `pw=abc`. */
export const SHORTEST = 6

const KEBAB_START = startOf('[\\w-]')
const WORD_END = `(?![A-Za-z0-9]|${MARK})`

const NO_SETTING = '(?!(?:\\d{1,7}|[Tt]rue|[Ff]alse|null|[Nn]one|undefined)(?![^\\x00-\\x20"\'`\\\\;&|()<>,]))'

const BREAK = '(?:[\\r\\n ]|\\\\{1,2}[nr]){1,3}[^A-Za-z\\\\]{0,16}'
const KEY_LABEL = '(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----'
/** Headers, then base64 in lines (possibly escaped, indented, quoted or numbered) or in one piece, then an optional end. */
const KEY_BLOCK =
  `BEGIN ${KEY_LABEL}(?:${BREAK}[A-Za-z-]{4,16}: (?:(?!: )[^\\r\\n\\\\]){1,80}){0,4}` +
  `(?:(?:${BREAK})?[A-Za-z0-9+/=]{97,49152}` +
  `|(?:${BREAK}[A-Za-z0-9+/=]{20,96}(?![\\w+/=.:@]|-(?!----)|${MARK})){1,512})` +
  `(?:(?:${BREAK}[A-Za-z0-9+/=]{1,19}){0,2}(?:${BREAK})?-----END ${KEY_LABEL})?`

/** Something with a digit: a credential rather than a word of a sentence. */
const WITH_DIGIT = '(?=[A-Za-z._~+/=-]{0,64}\\d)'
const OPAQUE_VALUE = `${WITH_DIGIT}[\\w.~+/=-]{16,${MAX_VALUE}}`
const AUTHORIZATION = `(?:[Aa]uthorization|AUTHORIZATION)${MAY_QUOTE} {0,4}[:=]`
const MAY_OPEN = ` {0,4}(?:${QUOTE}|\`)?`
const SCHEME = `${MAY_OPEN}(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|[Aa]pi-?[Kk]ey|[Nn]egotiate|NTLM|[Bb]ot) {1,4}`
/** Schemes whose credentials are a list of parameters, which ends with the line. */
const LIST_SCHEME = `${MAY_OPEN}(?:Digest|AWS4-HMAC-SHA256|Hawk|OAuth|Signature) {1,4}`
const NO_SCHEME_PROSE = '(?!(?:auth|authentication|credentials|header|scheme|tokens?)(?![\\w-]))'
const URL_USER = '[^\\x00-\\x20:@/?#"\'`<>\\\\[\\]]{0,128}'
const URL_PASSWORD = `${NO_REFERENCE}(?:(?!${MARK})[^\\x00-\\x20/?"'\`<>\\\\]){1,256}(?=@[\\w.%-])`
/** A user name that is a token, alone or with the filler that some hosts want for a password. */
const URL_TOKEN = `(?=[A-Za-z._~%+-]{0,64}\\d)(?:(?!${MARK})[\\w.~%+-]){12,256}(?=(?::(?:x-oauth-basic)?)?@[\\w-])`

/** The base64 of a number, which a bot's id is, but for its first letter. */
const DISCORD_ID =
  '[DTjz][AEIMQUYcgk][w-z0-5](?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,5}(?:[MNO](?:[DTjz][AEIMQUYcgk]|[AQgw]))?'

/** `host:port:database:user:`, at the start of a line or a quoted text. */
const PGPASS =
  '(?<=(?:^|[\\r\\n"\'`]|\\\\n) {0,8}(?:\\d{1,6}\\t)?[A-Za-z0-9*][\\w.*-]{0,63}:(?:\\*|\\d{4,5}):(?:[A-Za-z_*][\\w*-]{0,62}):[A-Za-z_*][\\w*.@-]{0,62}):'

const COOKIE = `[\\w.-]{1,64}=(?![$<{*%]|${MARK})`
const COOKIE_NAME = `[Cc]ookie${MAY_QUOTE} {0,4}:`

/** If two shapes match, the earlier one wins. Built on first use: a process that sees no secret never needs them. */
const shapes = once((): readonly SecretShape[] => [
  ...COMMAND_SHAPES,
  whole('private-key', '-', '-----(?=BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY)', KEY_BLOCK),
  // PuTTY: the lines of base64 behind their number.
  after(
    'private-key',
    ':',
    'Private-Lines:',
    ` {0,4}\\d{1,4}(?=${BREAK})`,
    `(?:${BREAK}[A-Za-z0-9+/=]{4,96}(?![\\w+/=:-])){1,512}`,
  ),
  after('private-key', ':', `client-key-data${MAY_QUOTE}:`, `${MAY_OPEN}`, '[A-Za-z0-9+/]{40,49152}={0,3}'),
  after(
    'pgpass',
    ':',
    PGPASS,
    '',
    `${NO_REFERENCE}(?!/|(?:\\*|\\d{1,10}|password)(?:["'\`\\s\\\\]|$)|${MARK})(?:(?!${MARK})[^\\x00-\\x20"'\`:\\\\]){3,256}(?=["'\`\\r\\n\\\\]|$)`,
  ),
  whole(
    'telegram-token',
    ':',
    '(?<!\\d)\\d{6,12}:(?=A)',
    `(?=[\\w-]{0,34}\\d|AA[\\w-]{0,32}[a-z][A-Z])A[\\w-]{33,35}(?![\\w-]|${MARK})`,
  ),
  whole(
    'discord-token',
    'MNO',
    `${KEBAB_START}[MNO](?=[\\w-]{22,26}\\.[\\w-]{6}\\.)`,
    `(?:${DISCORD_ID}\\.[\\w-]{6}\\.|(?=[A-Za-z_-]{0,25}\\d)[\\w-]{22,25}\\.[\\w-]{6}\\.(?=[A-Za-z_-]{0,44}\\d))[\\w-]{27,45}(?!\\.?[\\w-]|${MARK})`,
  ),
  whole('airtable-token', '.', `${WORD_START}pat[A-Za-z0-9]{14}\\.(?=[a-f0-9]{8})`, `[a-f0-9]{64}${WORD_END}`),
  whole('azure-secret', '~', `${startOf('[\\w.~-]')}[\\w.~-]{3}\\dQ~`, `[\\w.~-]{31,34}(?!\\.?[\\w~-]|${MARK})`),
  whole('jwt', 'J', `${KEBAB_START}eyJ`, '[\\w-]{8,1024}\\.eyJ[\\w-]{8,16384}(?:\\.[\\w-]{1,2048})?'),
  after('authorization', ':=', AUTHORIZATION, SCHEME, NO_SCHEME_PROSE + value(4)),
  after('authorization', ':=', AUTHORIZATION, LIST_SCHEME, `(?:(?!${MARK})[^\\r\\n\\\\]){8,2048}`),
  after(
    'authorization',
    ':=',
    AUTHORIZATION,
    `${MAY_OPEN}(?:[A-Za-z][\\w-]{1,24} {1,4})?`,
    `${WITH_DIGIT}${value(6)}(?=["'\`\\r\\n\\\\]|$)`,
  ),
  after('authorization', 'bB', `${WORD_START}[Bb](?=earer )`, 'earer {1,4}', OPAQUE_VALUE),
  after(
    'header',
    ':',
    `[Ss]et-${COOKIE_NAME}`,
    `${MAY_OPEN}${COOKIE}`,
    `(?:(?!${MARK})[^\\x00-\\x20"'\`;\\\\]){3,4096}`,
  ),
  after(
    'header',
    ':',
    `(?<![Ss]et-)${COOKIE_NAME}`,
    `${MAY_OPEN}(?=${COOKIE})`,
    `(?:(?!${MARK})[^"'\`\\r\\n\\\\]){3,4096}`,
  ),
  after('url-password', ':', '[A-Za-z0-9]:(?=\\/\\/)', '\\/\\/', URL_TOKEN),
  after('url-password', ':', `[A-Za-z0-9]:\\/\\/${URL_USER}:`, '', URL_PASSWORD),
  after('url-query', '=', '[?&](?:sig|signature)=', '', NO_SETTING + value(3)),
])

/** The characters that cues end in. Grouped by these, the cues cost one comparison for any other character. */
const ENDS = [...'-:=JMNObBc.~']
const endingIn = (end: string): SecretShape[] => shapes().filter(({ ends }) => ends.includes(end))

/** The shapes, by the characters that their cues end in. */
export const cuedShapes = once((): readonly SecretShape[] => ENDS.flatMap(endingIn))

/** Index in `cuedShapes` of the first shape whose cue ends in this character. */
const firstOf = (end: string): number => ENDS.slice(0, ENDS.indexOf(end)).flatMap(endingIn).length

/** For one letter in each word that a secret's name can end in: matches behind it, in that word. The cue of a named secret. */
const NAME_CUES: Readonly<Record<string, string>> = {
  p: '(?=ass(?:[wpc]|ord|e(?![a-z])|(?![a-z]))|w(?:d|[:= "\'])|(?<=[mM]dp))',
  c: '(?=ret(?<=[sS]ecret)|red(?:ential|s)|lave)',
  k: '(?=en(?<=[tT]oken)(?![a-rt-z])|ey(?![a-z])|ennwort)',
  u: '(?=th(?<=[aA]uth)(?![a-z]))',
  w: '(?=oord)',
  P: '(?=ass(?:[wpc]|ord|e(?![a-z])|(?![a-z]))|ASS(?:[WPC]|(?![A-Z]))|[wW][dD]|[wW][:= "\'])',
  C: '(?=RET(?<=SECRET)|redential|RED)',
  K: '(?=EN(?<=TOKEN)|EY|ey(?![a-z])|ennwort)',
  U: '(?=TH(?<=AUTH)(?![A-Z]))',
}

/** For the operators behind a password's name in another language, as text or as UTF-8 read byte by byte: matches behind them. */
function foreignCues(): Readonly<Record<string, string>> {
  const forms = FOREIGN_NAMES.flatMap((name) => [...new Set([name, Buffer.from(name).toString('latin1')])])
  const isAscii = (name: string): boolean => /^[a-z]+$/.test(name)
  const ascii = forms.filter(isAscii).join('|')
  const other = forms.filter((name) => !isAscii(name)).join('|')
  // Plain ASCII text fails the first test, which is quicker than a comparison with every name.
  const named = `(?:(?<=(?:${ascii}) {0,2}.)|(?<=[\\x80-\\uffff][a-z]{0,6} {0,2}.)(?<=(?:${other}) {0,2}.))`
  return {
    ':': named,
    '=': named,
    '：': `(?<=(?:${other}|${ascii}) {0,2}.)`,
    '\x9a': `(?<=(?:${other}|${ascii}) {0,2}ï¼.)`,
  }
}

/** What a cue announces: one of `cuedShapes`, by its index, or a secret that has no shape. */
type Announced = number | 'token' | 'named' | 'foreign'

/**
 * Matches the last character of the next cue. Only the group of the first matching shape is set: `announced` says what each
 * group stands for, the first at index 1. Every character leads a single alternative, so that most texts fail few comparisons.
 */
export function cues(): { regExp: RegExp; announced: readonly (Announced | null)[] } {
  const announced: (Announced | null)[] = [null]
  const group = (what: Announced, cue: string): string => {
    announced.push(what)
    return `(${cue})`
  }
  const foreign = foreignCues()
  const ends = new Set([...ENDS, ...tokenCues().keys(), ...Object.keys(NAME_CUES), ...Object.keys(foreign)])
  const alternatives = [...ends].map((end) => {
    const all = endingIn(end)
    // Shapes that share a cue are all tried behind it, so only the first of them needs it.
    const shaped = all.flatMap((shape, index) =>
      all.findIndex(({ cue }) => cue === shape.cue) === index ? [group(firstOf(end) + index, shape.cue)] : [],
    )
    const token = tokenCues().get(end)
    const rest = [
      ...(shaped.length > 0 ? [`(?<=${shaped.join('|')})`] : []),
      ...(token === undefined ? [] : [group('token', token)]),
      ...(NAME_CUES[end] === undefined ? [] : [group('named', NAME_CUES[end])]),
      ...(foreign[end] === undefined ? [] : [group('foreign', foreign[end])]),
    ]
    return `${literal(end)}(?:${rest.join('|')})`
  })
  return { regExp: compiled(alternatives.join('|'), 'g'), announced }
}

/**
 * Matches the rest of a shape from the end of its cue, where `lastIndex` points. Group 1 holds the cue if it is part of
 * the secret, else the kept text in front of the secret.
 */
export const secretRegExp = ({ cue, kept, secret }: SecretShape): RegExp =>
  compiled(kept === null ? `(?<=(${cue}))${secret}` : `(?<=${cue})(${kept})${secret}`, 'y')

/**
 * Every string with a secret contains at least one of these, ignoring case. A process with only one short string
 * searches for them first, because compiling the cues would cost more than all its other work on that string.
 */
const STEMS: readonly string[] = [
  ...[
    'passw',
    'passphrase',
    'passcode',
    'passe ',
    'passe:',
    'passe=',
    'requirepass',
    '_pass',
    '-pass',
    'pass=',
    'pass:',
    'pass =',
    'pass :',
    'pass"',
    "pass'",
  ],
  ...[
    'passord',
    'pass>',
    'storepass',
    'pwd',
    'pw:',
    'pw=',
    'pw =',
    'pw is',
    'pw"',
    'mdp',
    'secret',
    'token',
    'key',
    'cred',
  ],
  ...['auth', 'cookie', 'bearer', 'clave', 'kennwort', 'woord', ...FOREIGN_NAMES, '://', 'sig=', 'signature='],
  ...[
    'curl',
    'mysql',
    'mariadb',
    '7z',
    'rar ',
    'sshpass',
    'login',
    'redis',
    'valkey',
    'mongo',
    'ldap',
    'sqlcmd',
    'bcp',
  ],
  ...['zip', 'htpasswd', 'stdin', 'sudo -s', 'eyj', 'private-lines:', 'q~'],
]

/** The cues of tokens, and of those without a prefix: a line of .pgpass, the tokens of Telegram, Discord and Airtable. */
const quickCue = once(() => {
  const tokens = [...tokenCues()].map(([end, cue]) => literal(end) + cue).join('|')
  return new RegExp(`:(?:\\*|\\d{4,5}):[A-Za-z_*]|\\d:A|[MNO][\\w-]{22,26}\\.[\\w-]{6}\\.|pat\\w{14}\\.|${tokens}`)
})

/** True if a string may contain a secret; cheap for short strings. A stem at the very end does not count. */
export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase()
  const end = lower.length
  return (
    STEMS.some((stem) => {
      const at = lower.indexOf(stem)
      return at >= 0 && at + stem.length < end
    }) || quickCue().test(text)
  )
}

/** True if a field's name marks its value as a secret, and the value is not a reference, a mask or a setting. */
export function isSecretField(field: string, text: string): boolean {
  const name = /authorization$/i.test(field) ? 'secret' : classOfField(field)
  if (name === null || /^pwd$/i.test(field) || REFERENCE.test(text) || SETTING.test(text)) return false
  // What a marker stands for was part of the decision; what is left of it decides nothing.
  if (text.includes('[redacted:')) return false
  if (name === 'password' || name === 'secret') return true
  if (/^[~./]/.test(text)) return false
  if (field !== field.toUpperCase()) return looksRandom(text)
  return name !== 'slight' || (/[A-Za-z\d]{3}/.test(text) && !isWord(text))
}

/** True if a command word is the secret value of the flag before it. */
export const isSecretArgument = (flag: string, word: string): boolean =>
  flag.startsWith('--') &&
  !flag.includes('=') &&
  classOfField(flag) !== null &&
  !word.startsWith('-') &&
  !word.includes('[redacted:') &&
  !SETTING.test(word) &&
  !REFERENCE.test(word)

/** A marker may name a kind of token; it names no field. */
const classOfField = (field: string): NameClass | null => (field.includes('[redacted:') ? null : classOfName(field))

const SETTING = /^(?:\d{1,7}|true|false|null|none)$/i
const REFERENCE = /^(?:\s*|\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\([^)]*\)|<[^>]*>|\{\{[^}]*\}\}|\*{3,}|\[redacted:[a-z-]+\])$/
