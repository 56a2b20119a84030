/**
 * The shapes of secrets, as data. A secret is found in two steps: first a **cue**, which ends in one of a few rare
 * characters, then the secret right after it. Clean text therefore costs one pass of one regular expression.
 *
 * Two rules apply to all shapes. Every quantifier is bounded: `REACH_BACK` and `REACH_AHEAD` limit how far a shape looks
 * from the end of its cue, and thus how much a stream holds back. And no shape matches across a `[redacted:…]` marker or
 * treats one as a boundary, which makes redaction idempotent.
 */

/**
 * `cue` ends in one of the characters in `ends`. If `kept` is null, the cue is part of the secret. Otherwise the cue and
 * `kept` stay readable, and only the secret is removed.
 */
export type SecretShape = { kind: string; ends: string; cue: string; kept: string | null; secret: string }

/** Maximum distance a cue looks back from its end, boundaries included; the longest is `curl … -u user:`. */
export const REACH_BACK = 1 << 10

/** Maximum distance a shape extends or looks past its cue; the longest is a key block of 512 lines. */
export const REACH_AHEAD = 1 << 16

/** Length of the shortest secret, including its cue: `a://:b@c`, `?sig=abc`. */
export const SHORTEST = 8

const MARK = '\\[redacted:'

/** Matches unless inside a longer word. An escape such as `\n` or a colour code does not count as part of a word. */
const startOf = (word: string): string => `(?<!${word}(?<!\\\\[nrt]|\\x1b\\[[0-9;]{0,8}m)|${MARK}[a-z-]{1,20}\\])`
const WORD_START = startOf('\\w')
const KEBAB_START = startOf('[\\w-]')
const WORD_END = `(?![A-Za-z0-9]|${MARK})`

/** Excludes values that are not secrets themselves: a variable, a template, a mask, or a key block, which has its own shape. */
const NO_REFERENCE = `(?!${MARK}|\\$[A-Za-z_{(]|[<=]|\\*{3}|\\.{3}|%[A-Zs(]|\\{\\{?[ \\w.]{1,64}\\}|-----BEGIN)`
const NO_SETTING = '(?!(?:\\d{1,7}|[Tt]rue|[Ff]alse|null|[Nn]one|undefined)(?![^\\x00-\\x20"\'`\\\\;&|()<>,]))'
const NO_CODE = '(?![A-Za-z_][\\w.]{0,64}[(\\[]|process\\.env|os\\.environ|import\\.meta)'
const NO_PROSE =
  '(?!-|(?:id|type|source|src)=|(?:[A-Z_]{0,20}(?:PASSWORD|TOKEN|SECRET|KEY|STRING|VALUE)|an?|and|are|arguments?|as|at|by' +
  '|can|does|flags?|for|from|has|if|in|instead|is|may|must|not|of|on|only|options?|or|parameter|should|string|text|that|the' +
  '|this|to|value|was|when|where|will|with|without|your)(?![^\\x00-\\x20.,;:)\\]]))'

// For four or more repetitions, the engine compiles a loop instead of copies, which keeps the first call cheap.
const QUOTE = '\\\\{0,4}["\']'
const MAY_QUOTE = `(?:${QUOTE})?`
const MAX_VALUE = 8192

/** Matches a value up to its closing quote, escaped or not; without quotes, up to the end of the shell word. */
function value(min: number): string {
  const times = `{${min},${MAX_VALUE}}`
  const escaped = `(?<=\\\\")(?:(?!${MARK})[^"\\\\\\r\\n]|\\\\(?!\\\\{0,4}"|${MARK}))${times}`
  const double = `(?<=(?<!\\\\)")(?:(?!${MARK})[^"\\\\\\r\\n]|\\\\(?!${MARK})[^\\r\\n])${times}`
  const single = `(?<=')(?:(?!${MARK})[^'\\\\\\r\\n]|\\\\(?!${MARK})[^\\r\\n])${times}`
  const bare = `(?<!["'])(?:(?!${MARK})[^\\x00-\\x20"'\`\\\\;&|()<>]|\\\\(?![nrt"'\`\\\\]|${MARK}))${times}`
  // Never splits a surrogate pair: a lone surrogate would make the entry unwritable.
  return `${NO_REFERENCE}(?:${escaped}|${double}|${single}|${bare})(?![\\udc00-\\udfff])`
}

const UPPER_NAME =
  '(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL|_PASS|MYSQL_PWD)' +
  '[S\\d]?(?:_[A-Z0-9_]{1,32})?'
/** Suffixes of names that describe a secret or its location: `TOKEN_FILE`, `TOKEN_LIMIT`. */
const ABOUT = '_(?:KEY_ID|FILE|PATH|DIR|URL|URI|ARN|NAME|TYPES?|HEADER|LIMIT|COUNT|MAX|TTL|EXPIRY|ENDPOINT)'
const NO_ABOUT = `(?<!${ABOUT}=)(?<!CREDENTIALS=(?=["']?[~./]))`
const FIELD_NAME =
  '(?:[Pp]assw(?:or)?d|[Pp]assphrase|[Ss]ecret|(?:[Ss]ecret|[Aa]pi|[Aa]ccess|[Pp]rivate)[_-]?[Kk]ey' +
  '|(?:[Aa]ccess|[Aa]uth|[Rr]efresh|[Ss]ession|[Ii]d)[_-]?[Tt]oken|PASSWORD|SECRET|API_KEY|ACCESS_KEY|_TOKEN)'
const FLAG_NAME =
  '(?:passw(?:or)?d|passphrase|secret|(?:auth|access)?[Tt]oken|(?:api|access|secret|private)[-_]?[Kk]ey)'
const FLAG_PREFIX = '--(?:[a-z0-9]{1,16}[-_]){0,4}'
/** Names as people write them in prose, settings and connection strings: `password=`, `db_password: `, `Pwd=`. */
const PLAIN_NAME =
  '(?:[Pp]assw(?:or)?d|[Pp]asswort|[Pp]assphrase|[Pp]wd|[Ss]ecret|[Tt]oken|(?:[Aa]pi|[Aa]ccess|[Ss]ecret|[Pp]rivate)[_-]?[Kk]ey' +
  '|(?:[Aa]ccess|[Aa]uth|[Rr]efresh|[Ss]ession|[Bb]earer)[_-]?[Tt]oken)'
const PLAIN_START = `${startOf('[\\w.$?&-]')}(?:[a-z0-9]{1,16}[_-]){0,4}`
/** Excludes code: a name that is passed on, a field of something, a call, a type. */
const NO_NAME =
  '(?![A-Za-z_]{0,24}(?:passw(?:or)?d|pass|pwd|secret|token|key|string|str|bytes)(?![^\\x00-\\x20"\'`\\\\;&|()<>,.]))' +
  '(?![A-Za-z_]\\w{0,32}[.][A-Za-z_])'
/** After a colon only what has a digit: `password: required` is prose. */
const WITH_DIGIT = '(?=[^\\x00-\\x20"\'`;&|()<>,]{0,64}\\d)'
const QUERY_NAME = '(?:(?:access_|auth_|refresh_|id_)?token|api_?key|client_secret|password|sig|signature)'

const BREAK = '(?:[\\r\\n ]|\\\\{1,2}[nr]){1,3}[^A-Za-z\\\\]{0,16}'
const KEY_LABEL = '(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----'
/** Headers, then base64 in lines (possibly escaped, indented, quoted or numbered) or in one piece, then an optional end. */
const KEY_BLOCK =
  `BEGIN ${KEY_LABEL}(?:${BREAK}[A-Za-z-]{4,16}: [^\\r\\n\\\\]{1,80}){0,4}` +
  `(?:(?:${BREAK})?[A-Za-z0-9+/=]{97,49152}` +
  `|(?:${BREAK}[A-Za-z0-9+/=]{20,96}(?![\\w+/=.:@]|-(?!----)|${MARK})){1,512})` +
  `(?:(?:${BREAK}[A-Za-z0-9+/=]{1,19}){0,2}(?:${BREAK})?-----END ${KEY_LABEL})?`

/** Sixteen letters and digits in a row, at least one of them a digit; kebab-case words have no such run. */
const RANDOM_RUN = '(?<![A-Za-z0-9])(?=[A-Za-z]{0,48}\\d)[A-Za-z0-9]{16}'
const OPAQUE_VALUE = `(?=[A-Za-z._~+/=-]{0,64}\\d)[\\w.~+/=-]{16,${MAX_VALUE}}`
const SCHEME = ` {0,4}(?:${QUOTE}|\`)?(?:[Bb]earer|[Bb]asic|[Tt]oken) {1,4}`
const NO_SCHEME_PROSE = '(?!(?:auth|authentication|credentials|header|scheme|tokens?)(?![\\w-]))'
const URL_USER = '[^\\x00-\\x20:@/?#"\'`<>\\\\[\\]]{0,128}'
const URL_PASSWORD = `${NO_REFERENCE}(?:(?!${MARK})[^\\x00-\\x20/?"'\`<>\\\\]){1,256}(?=@[\\w.%-])`
const CURL = `(?<=${WORD_START}curl(?!\\w)(?:(?!${MARK})(?:[^\\n]|(?<=\\\\)\\n)){0,256})`

function after(kind: string, ends: string, cue: string, kept: string | null, secret: string): SecretShape {
  return { kind, ends, cue, kept, secret }
}
const whole = (kind: string, ends: string, cue: string, secret: string): SecretShape =>
  after(kind, ends, cue, null, secret)

/** If two shapes match, the earlier one wins. Built on first use: a process that sees no secret never needs them. */
const shapes = once((): readonly SecretShape[] => [
  after(
    'flag',
    '-_',
    `${FLAG_PREFIX}(?=${FLAG_NAME}[= ])`,
    `${FLAG_NAME}[= ]${MAY_QUOTE}`,
    NO_PROSE + NO_SETTING + value(1),
  ),
  after('flag', ':', `${CURL} (?:-u ?|--user[ =])["']?[^\\x00-\\x20:"'$\\\\[\\]]{1,128}:`, '', value(1)),
  whole('private-key', '-', '-----(?=BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY)', KEY_BLOCK),
  whole('aws-access-key', 'I', `${WORD_START}A[KSB]I(?=A)`, `A[A-Z0-9]{16}${WORD_END}`),
  whole('github-token', '_', 'gh[pousr]_', '[A-Za-z0-9_]{36,255}(?:\\.[\\w-]{16,1024}){0,2}'),
  whole('github-token', '_', 'github_pat_', '\\w{22,255}'),
  whole(
    'gitlab-token',
    '-',
    'gl(?:pat|dt|ptt|rt|cbt|ft|soat|imt|agent|oas)-',
    '(?=[a-z_-]{0,64}[A-Z0-9])[\\w-]{20,300}',
  ),
  whole('slack-token', '-', 'xox[a-z]-(?=\\d)', '[A-Za-z0-9-]{10,255}'),
  whole('slack-token', '-', 'xapp-(?=\\d-)', '[A-Za-z0-9-]{12,255}'),
  whole('api-key', '-', `${KEBAB_START}sk-`, `(?=[\\w-]{0,64}?${RANDOM_RUN})[\\w-]{20,255}`),
  whole('google-api-key', 'I', `${WORD_START}AI(?=za)`, `za[\\w-]{35}(?![\\w-]|${MARK})`),
  whole('google-api-key', '-', 'GOCSPX-', '[\\w-]{28}'),
  whole('stripe-key', '_', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{16,255}'),
  whole('npm-token', '_', 'npm_', `[A-Za-z0-9]{36}${WORD_END}`),
  whole('pypi-token', '-', 'pypi-(?=AgE)', '[\\w-]{50,500}'),
  whole('huggingface-token', '_', `${WORD_START}hf_`, `[A-Za-z0-9]{30,64}${WORD_END}`),
  whole('sendgrid-key', 'G', `${WORD_START}SG(?=\\.)`, '\\.[\\w-]{22}\\.[\\w-]{43}'),
  whole('jwt', 'J', `${KEBAB_START}eyJ`, '[\\w-]{8,1024}\\.eyJ[\\w-]{8,16384}(?:\\.[\\w-]{1,2048})?'),
  after(
    'authorization',
    ':=',
    `(?:[Aa]uthorization|AUTHORIZATION)${MAY_QUOTE} {0,4}[:=]`,
    SCHEME,
    NO_SCHEME_PROSE + value(4),
  ),
  after('url-password', ':', `[A-Za-z0-9]:\\/\\/${URL_USER}:`, '', URL_PASSWORD),
  after('json-field', ':', `${FIELD_NAME}${QUOTE} {0,4}:`, ` {0,4}${QUOTE}`, value(1)),
  after('json-field', ':', `["']token${QUOTE} {0,4}:`, ` {0,4}${QUOTE}`, OPAQUE_VALUE),
  after('url-query', '=', `[?&]${QUERY_NAME}=`, '', NO_SETTING + value(3)),
  after('assignment', '=', `${UPPER_NAME}=`, NO_ABOUT + MAY_QUOTE, NO_SETTING + NO_CODE + value(3)),
  after('assignment', '=', 'aws_(?:secret_access_key|session_token) {0,4}=', ` {0,4}${MAY_QUOTE}`, value(3)),
  after('assignment', '=', ':_(?:authToken|password|auth)=', MAY_QUOTE, value(3)),
  after('assignment', '=', `${PLAIN_START}${PLAIN_NAME}=`, MAY_QUOTE, NO_NAME + NO_SETTING + NO_CODE + value(3)),
  after(
    'assignment',
    ':',
    `${PLAIN_START}${PLAIN_NAME}:(?= )`,
    ` {1,4}${MAY_QUOTE}`,
    WITH_DIGIT + NO_NAME + NO_SETTING + NO_CODE + value(4),
  ),
])

/** The characters that cues end in. Grouped by these, the cues cost one comparison for any other character. */
const ENDS = [...'-_:=GIJ']
const endingIn = (end: string): SecretShape[] => shapes().filter(({ ends }) => ends.includes(end))

/** The shapes, in the order of `cueRegExp`'s capture groups. */
export const cuedShapes = once((): readonly SecretShape[] => ENDS.flatMap(endingIn))

/**
 * Matches the last character of the next cue. Only the group of the first matching shape is set: group n + 1 belongs to
 * the n-th of `cuedShapes`.
 */
export function cueRegExp(): RegExp {
  const cuesOf = (end: string): string =>
    endingIn(end)
      .map(({ cue }) => `(${cue})`)
      .join('|')
  return compiled(ENDS.map((end) => `${end}(?<=${cuesOf(end)})`).join('|'), 'g')
}

/**
 * Matches the rest of a shape from the end of its cue, where `lastIndex` points. Group 1 holds the cue if it is part of
 * the secret, else the kept text in front of the secret.
 */
export const secretRegExp = ({ cue, kept, secret }: SecretShape): RegExp =>
  compiled(kept === null ? `(?<=(${cue}))${secret}` : `(?<=${cue})(${kept})${secret}`, 'y')

// For a long subject, V8 compiles to machine code at once; for a short one, to bytecode first, at four times the cost.
function compiled(source: string, flags: string): RegExp {
  const regExp = new RegExp(source, flags)
  regExp.test(' '.repeat(1000))
  return regExp
}

/**
 * Every string with a secret contains at least one of these, ignoring case. A process with only one short string
 * searches for them first, because compiling the cues would cost more than all its other work on that string.
 */
const STEMS: readonly string[] = [
  ...['passw', 'passphrase', '_pass', 'pwd', 'secret', 'token', 'key', 'credential', 'authorization', ':_auth'],
  ...['://', 'sig=', 'signature=', 'curl', 'akia', 'asia', 'abia', 'aiza', 'gocspx-', 'sk-', 'k_live_', 'k_test_'],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'gldt-', 'glptt-', 'glrt-', 'glcbt-', 'glft-'],
  ...['glsoat-', 'glimt-', 'glagent-', 'gloas-', 'xox', 'xapp-', 'npm_', 'pypi-', 'hf_', 'sg.', 'eyj'],
]

/** True if a string may contain a secret; cheap for short strings. A stem at the very end does not count. */
export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase()
  const end = lower.length
  return STEMS.some((stem) => {
    const at = lower.indexOf(stem)
    return at >= 0 && at + stem.length < end
  })
}

// Compiled on first use: most processes never see a field or a variable.
const fieldRegExp = once(() =>
  compiled(
    '(?:passw(?:or)?d|passphrase|secret|(?:secret|api|access|private)[_-]?key' +
      '|(?:access|auth|refresh|session|id)[_-]?token|authorization)$',
    '',
  ),
)
const variableRegExp = once(() => compiled(`^[A-Z0-9_]{0,64}${UPPER_NAME}(?<!${ABOUT})$`, ''))

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const flagRegExp = once(() => new RegExp(`^${FLAG_PREFIX}${FLAG_NAME}$`))
const OPAQUE = /^(?=.*\d)[\w.~+/=-]{16,}$/
const SETTING = /^(?:\d{1,7}|true|false|null|none)$/i
const REFERENCE = /^(?:\s*|\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\([^)]*\)|<[^>]*>|\{\{[^}]*\}\}|\*{3,}|\[redacted:[a-z-]+\])$/

/** True if a field's name marks its value as a secret, and the value is not a reference or a mask. */
export const isSecretField = (name: string, text: string): boolean =>
  (fieldRegExp().test(name.toLowerCase()) || isSecretVariable(name, text) || (name === 'token' && OPAQUE.test(text))) &&
  !REFERENCE.test(text)

const isSecretVariable = (name: string, text: string): boolean =>
  variableRegExp().test(name) && !SETTING.test(text) && !(name.endsWith('CREDENTIALS') && /^[~./]/.test(text))

/** True if a command word is the secret value of the flag before it. */
export const isSecretArgument = (flag: string, word: string): boolean =>
  flag.startsWith('--') &&
  flagRegExp().test(flag) &&
  !word.startsWith('-') &&
  !SETTING.test(word) &&
  !REFERENCE.test(word)
