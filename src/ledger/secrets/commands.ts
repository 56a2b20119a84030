import { after, MARK, MAY_QUOTE, type SecretShape, value, WORD_START } from './text.ts'

/** Commands that take a secret at a fixed place, under no name: `mysql -p…`, `sshpass -p …`, `curl -u user:…`. */

/** The options that hold a secret, with their commands. */
const LOGIN = '(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|az|cf|oc|npm|heroku)(?: [\\w-]{1,20}){0,2} login'
const OPTIONS: readonly [commands: string, option: string][] = [
  ['mysql\\w{0,8}|mariadb(?:-\\w{1,8})?|7z[az]?|rar|unrar', 'p'],
  ['sshpass', 'p {0,2}'],
  [`${LOGIN}|mongo(?:sh|dump|restore|export|import|stat|top)?`, 'p[ =]'],
  ['(?:redis|valkey)-(?:cli|benchmark)', 'a '],
  ['ldap(?:search|add|modify|delete|whoami|passwd|compare)', 'w '],
  ['sqlcmd|bcp|zip|unzip|zipcloak', 'P {0,2}'],
  ['htpasswd', '[a-zA-Z]{0,4}b[a-zA-Z]{0,4} (?:[^\\x00-\\x20"\']{1,128} ){1,2}'],
]
/** Matches behind one of the commands, within the same command line. */
const behind = (commands: string): string =>
  `(?<=${WORD_START}(?:${commands})(?![\\w.])(?:[^\\n;|&[]|(?<=\\\\)\\n){0,128} -)`
// One look back rules out most commands. The options come first, because they are shorter to compare.
const ANY_OPTION =
  behind(OPTIONS.map(([commands]) => commands).join('|')) +
  `(?:${OPTIONS.map(([commands, option]) => `(?=${option})${behind(commands)}${option}`).join('|')})`

const CURL = `(?<=${WORD_START}curl(?!\\w)(?:(?!${MARK})(?:[^\\n]|(?<=\\\\)\\n)){0,256})`
const PIPED =
  '(?=["\']? {0,4}\\| {0,4}(?:sudo -S|[^\\n|]{1,200} --(?:[a-z]{1,12}-){0,2}(?:password|passphrase|token)-(?:stdin|fd)|[^\\n|]{1,200} --with-token))'

export const COMMAND_SHAPES: readonly SecretShape[] = [
  after('flag', ':', `${CURL} (?:-u ?|--user[ =])["']?[^\\x00-\\x20:"'$\\\\[\\]]{1,128}:`, '', value(1)),
  after('flag', '=', `${CURL} (?:-b |--cookie[ =])["']?[\\w.-]{1,64}=`, '', value(3)),
  // The cue is cheap, and what precedes it is read only behind the cue: most commands have none of these options.
  after('flag', '-', ' -(?=[pPaw]|[a-zA-Z]{0,4}b)', `${ANY_OPTION}${MAY_QUOTE}`, `(?!-)${value(1)}`),
  after('flag', ':', '-pass(?:in|out)?[ =]["\']?pass:', '', value(1)),
  after('flag', 'c', `${WORD_START}ec(?=ho )`, `ho (?:-n )?${MAY_QUOTE}`, value(3) + PIPED),
]
