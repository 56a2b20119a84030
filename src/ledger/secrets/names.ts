import { words } from '../lazy.ts'

/**
 * The names of secrets. A name is read word by word, in any spelling: `dbPassword`, `DB_PASSWORD`, `db.password`,
 * `db-password`. Its last word decides, because the words before it only say whose secret it is.
 *
 * - `password`: any value is a secret.
 * - `secret`: a client secret, an API key, a private key; any value, except a path.
 * - `token`: only a value that looks random. Parsers, models and pages have tokens too.
 * - `slight`: `pass`, `pw`, `auth`, `credentials`, which mean other things more often; only a value that looks random.
 */
export type NameClass = 'password' | 'secret' | 'token' | 'slight'

const PASSWORDS = /(?:password|passwd|passphrase|passcode|passwort|kennwort|wachtwoord|passord|mdp|psk)$|^passe$/
const SECRETS = /secret$|^(?:api|access|account|auth|encryption|master|private|signing)key$/
const SLIGHT = words('pw pwd pass auth credential credentials creds bearer jwt clave')
const PASS_COMPOUND = /^(?:db|key|login|mail|require|smtp|sql|store|user)pass$/

/** Words before "key" that make it a secret. A primary key, a foreign key or a sort key is none. */
const KEY_OF = words(
  'access account api app auth cipher client consumer deploy encryption hmac jwt license master private secret security' +
    ' service session shared signing ssh storage subscription',
)

/** Words before "token" that make it something else: a part of text, a count, a position. */
const NO_TOKEN_OF = words(
  'abort ast bos cached cancel cancellation close closing cls color completion continuation count css current cursor' +
    ' design each end eos expected first input invalid keyword last lexer mask max min n next num open opening operator' +
    ' output pad page pagination parser per prev previous prompt punctuation reasoning sep special start stop string sub' +
    ' syntax text theme total type unexpected unk whitespace word',
)

/** Words before "pass" that name an owner. Tests, checks and renders have passes too. */
const PASS_OF = words(
  'account admin api app auth basic ca cert database db email ftp http https key keystore ldap login mail mongo my mysql' +
    ' pg postgres proxy rabbitmq redis root rpc server service smtp ssh store sudo svc user vnc wifi',
)
const NO_PASS_OF = words('all check checks did first lint multi no render second should test tests will')

/** Words before "password" that ask for one, test one or count them. */
const NO_PASSWORD_OF = words(
  'can check count forgot get has hash have hide invalid is max min missing needs no num parse print require requires' +
    ' should show toggle total validate wrong',
)

/** Words behind a name that leave it a secret: `password_prod`, `passwordConfirmation`, `SECRET_KEY_BASE`. */
const QUALIFIERS = words(
  'admin again base confirm confirmation current default dev development literal local new old plain plaintext primary' +
    ' prod production qa repeat root secondary staging test text user value',
)

/** Words behind a name in capitals that describe a secret or say where it is: `TOKEN_FILE`, `TOKEN_LIMIT`. */
const ABOUT =
  /_(?:KEY_ID|ID|FILE|PATH|DIR|URL|URI|ARN|NAME|TYPES?|KIND|HEADER|PREFIX|LIMIT|COUNT|MIN|MAX|TTL|EXPIRY|ENDPOINT|LENGTH|RE|REGEX|PATTERN|MODE|PROVIDER|HOST|DOMAIN|REGION|POLICY|RULES|HASHER|ALGORITHM|METHOD|STRATEGY)$/

/** Splits an identifier into lower-case words; digits belong to none. */
const wordsOf = (identifier: string): string[] =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/** Every name of a secret has one of these in it. Other names are most names, and need no reading. */
const STEM = /pass|pw|mdp|psk|kennwort|wachtwoord|secret|key|token|auth|cred|bearer|jwt|clave/

/** The classes of names that were seen. Code repeats its names, and reading one anew takes longer than all other steps. */
const seen = new Map<string, NameClass | null>()
const MAX_SEEN = 1000

/** Says which kind of secret an identifier or two words of prose ("api key") name; null if none. */
export function classOfName(identifier: string): NameClass | null {
  if (!STEM.test(identifier.toLowerCase())) return null
  const known = seen.get(identifier)
  if (known !== undefined) return known
  const read = readName(identifier)
  if (seen.size >= MAX_SEEN) seen.clear()
  seen.set(identifier, read)
  return read
}

function readName(identifier: string): NameClass | null {
  const isUpper = identifier === identifier.toUpperCase()
  if (isUpper && ABOUT.test(identifier)) return null
  const words = wordsOf(identifier)
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] as string
    const found = classOfWord(word, words[at - 1], isUpper) ?? (isUpper ? classOfPlural(word, words[at - 1]) : null)
    if (found !== null) return words.slice(at + 1).every((behind) => QUALIFIERS.has(behind)) ? found : 'slight'
    if (!isUpper && !QUALIFIERS.has(word)) return null
  }
  return null
}

const classOfPlural = (word: string, before: string | undefined): NameClass | null =>
  word.endsWith('s') ? classOfWord(word.slice(0, -1), before, true) : null

function classOfWord(word: string, before: string | undefined, isUpper: boolean): NameClass | null {
  if (PASSWORDS.test(word)) return isRealPassword(word, before) ? 'password' : null
  if (SECRETS.test(word)) return 'secret'
  return before === undefined ? classOfLoneWord(word) : classOfLastWord(word, before, isUpper)
}

const classOfLoneWord = (word: string): NameClass | null =>
  word.endsWith('token') ? 'token' : SLIGHT.has(word) || PASS_COMPOUND.test(word) ? 'slight' : null

function classOfLastWord(word: string, before: string, isUpper: boolean): NameClass | null {
  if (word === 'key') return KEY_OF.has(before) ? 'secret' : null
  if (word.endsWith('token')) return NO_TOKEN_OF.has(before) ? null : 'token'
  if (word === 'pass') return isPassOf(before, isUpper) ? 'slight' : null
  return classOfLoneWord(word)
}

/** False for sudo's `NOPASSWD` and for names of functions and counts. */
const isRealPassword = (word: string, before: string | undefined): boolean =>
  !word.startsWith('no') && (before === undefined || !NO_PASSWORD_OF.has(before))

const isPassOf = (owner: string, isUpper: boolean): boolean => (isUpper ? !NO_PASS_OF.has(owner) : PASS_OF.has(owner))

/** Words for a password or a token in other languages, followed by a colon, an equals sign or a form of "to be". */
export const FOREIGN_NAMES: readonly string[] = [
  ...['contraseña', 'contrasena', 'senha', 'heslo', 'hasło', 'parola', 'parolă', 'lösenord', 'şifre', 'jelszó'],
  ...[
    'adgangskode',
    'пароль',
    '密码',
    '密碼',
    '口令',
    'パスワード',
    '暗証番号',
    '비밀번호',
    '암호',
    'mật khẩu',
    'كلمة المرور',
    'סיסמה',
  ],
]
