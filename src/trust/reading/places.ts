import { words } from '../../ledger/lazy.ts'
import { classOfExtension, extensionOf } from './extensions.ts'
import { listOf } from './word-lists.ts'

/** Classes of paths: scorers compare the kind of place that a call touches, not its name. */

/** Names that give a path its class, wherever they appear in it; `a/b` counts only as `b` directly below `a`. */
const classOfName = listOf([
  ['shadow', 'shadow gshadow shadow- master.passwd opasswd dslocal ntds.dit config/sam config/security config/system'],
  ['sudoers', 'sudoers sudoers.d'],
  [
    'secret',
    `.ssh id_rsa id_ed25519 id_ecdsa id_dsa .aws .kube .gnupg .netrc _netrc .pgpass .my.cnf .npmrc .pypirc .git-credentials
   .htpasswd .vault-token .azure gcloud credentials credentials.json secrets secret kubeconfig cookies cookies.sqlite
   key3.db key4.db logins.json wallet.dat keychains login.keychain login.keychain-db .password-store .docker krb5.keytab
   serviceaccount credentials.xml secrets.yml secrets.yaml secrets.json master.key .boto .s3cfg .terraformrc ssl/private
   kubernetes/admin.conf kubernetes/pki`,
  ],
  [
    'history',
    `.bash_history .zsh_history .history .python_history .mysql_history .psql_history consolehost_history.txt`,
  ],
  ['keys', 'authorized_keys authorized_keys2'],
  ['accounts', 'etc/passwd etc/group'],
  ['memory', 'environ mem kcore'],
  [
    'startup',
    `.bashrc .bash_profile .profile .zshrc .zshenv .bash_login .bash_logout .zprofile .zlogin .vimrc .xinitrc .xprofile
   rc.local init.d crontab crontabs cron.d cron.daily cron.hourly cron.weekly cron.monthly spool/cron launchagents
   launchdaemons autostart startup .git/hooks ld.so.preload profile.d etc/profile update-motd.d pam.d sitecustomize.py
   usercustomize.py config.fish etc/systemd lib/systemd .config/systemd udev etc/environment bash.bashrc startupitems
   modules-load.d apt.conf.d`,
  ],
  ['system-log', 'wtmp utmp lastlog btmp winevt var/log log/journal'],
  // Keys among test files open nothing.
  ['fixture', 'fixtures testdata __fixtures__'],
  [
    'build',
    `node_modules dist build target out coverage .cache __pycache__ .next .turbo .pytest_cache .venv venv obj .gradle
   .nuxt vendor bin/debug bin/release`,
  ],
])

const SYSTEM = words('etc boot bin sbin lib lib64 usr sys proc root opt srv var system library efi')
const DEVICES = words('null zero random urandom stdin stdout stderr tty shm mem kmem full fd tcp udp')
const DISKS = ['sd', 'hd', 'nvme', 'vd', 'xvd', 'disk', 'rdisk', 'mapper', 'mmcblk', 'loop', 'md', 'dm-']
const WINDOWS_SYSTEM = words('windows system32 syswow64 %systemroot% %windir% $env:windir $env:systemroot')
const APP_DATA = new Set(
  `appdata programdata public %appdata% %localappdata% %programdata% %public% $env:appdata $env:localappdata
   $env:programdata $env:public`.split(/\s+/),
)
const TEMPORARY = words('tmp %temp% %tmp% $env:temp $env:tmp $tmpdir temp')
const HOMES = words('~ $home %userprofile% $env:userprofile home users')

/** Paths that are classes of their own: everything, or all of a person's files. */
const WHOLE = new Map([
  ...['/', '/*', '/.', '~', '~/*', '..', '.', '*', 'c:', 'c:*', './*', '../*'].map((one) => [one, one] as const),
  ['$home', '~'],
  ['$home/*', '~/*'],
  ['c:/', 'c:'],
  ['c:/*', 'c:*'],
  ['%userprofile%', '~'],
  ['%systemroot%', 'windows'],
])

/** The class of a path, such as `path:secret` or `path:tmp:code`; null if the word is no path. */
export function placeOf(word: string): string | null {
  const path = word.toLowerCase().replaceAll('\\', '/')
  const whole = WHOLE.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
  if (whole !== undefined) return `path:${whole}`
  if (!path.includes('/') && classOfName(path) === undefined && !path.startsWith('.env')) return null
  if (isRegistry(path)) return registryClass(path)
  const parts = path.split('/').filter((part) => part !== '')
  return deviceOf(path, parts) ?? sensitiveOf(parts) ?? byRoot(path, parts)
}

function deviceOf(path: string, [first, name = '']: readonly string[]): string | null {
  if (first === 'dev' && path.startsWith('/')) return deviceClass(name)
  return path.startsWith('//./') || path.includes('physicaldrive') ? 'device:disk' : null
}

/** Files whose names say what they are for. */
function sensitiveOf(parts: readonly string[]): string | null {
  const last = parts[parts.length - 1] ?? ''
  if (last.startsWith('.env') && !isExample(last)) return 'path:dotenv'
  const named = classByName(parts)
  if (named !== null) return `path:${named}`
  const extension = extensionOf(last)
  if (classOfExtension(extension) === 'keys') return 'path:secret'
  return extension === 'evtx' || extension === 'evt' ? 'path:system-log' : null
}

const isExample = (name: string): boolean =>
  ['example', 'sample', 'template', 'test', 'dist'].some((end) => name.endsWith(`.${end}`))

/** The last name that decides, because it is the most specific one. */
function classByName(parts: readonly string[]): string | null {
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i] ?? ''
    const found = (i > 0 ? classOfName(`${parts[i - 1]}/${part}`) : undefined) ?? classOfName(part)
    if (found !== undefined) return found
  }
  return null
}

/** Paths by the folder that they begin in. */
function byRoot(path: string, parts: readonly string[]): string | null {
  const kind = classOfExtension(extensionOf(parts[parts.length - 1] ?? ''))
  const [first = ''] = parts
  const isDrive = first.length === 2 && first.endsWith(':')
  if (path.startsWith('//')) return 'path:share'
  if (isTemporary(path, parts, isDrive)) return `path:tmp:${kind}`
  if (path.startsWith('/')) return absoluteClass(parts, kind)
  return windowsClass(isDrive ? parts.slice(1) : parts, kind, isDrive) ?? relativeClass(path, parts, kind)
}

function isTemporary(path: string, parts: readonly string[], isDrive: boolean): boolean {
  const [first = '', second = ''] = parts
  if (path.startsWith('/')) return first === 'tmp' || second === 'tmp'
  const root = isDrive ? second : first
  if (TEMPORARY.has(root) && (isDrive || root !== 'tmp')) return true
  return parts.includes('temp') && (isDrive || APP_DATA.has(root))
}

function absoluteClass(parts: readonly string[], kind: string): string | null {
  const [first = ''] = parts
  if (SYSTEM.has(first)) return systemClass(parts, kind)
  return HOMES.has(first) ? `path:home:${kind}` : `path:absolute:${kind}`
}

function windowsClass(parts: readonly string[], kind: string, isDrive: boolean): string | null {
  const [root = '', second = ''] = parts
  if (WINDOWS_SYSTEM.has(root) || WINDOWS_SYSTEM.has(second)) return `path:windows:${kind}`
  if (isDrive && root.startsWith('program') && root !== 'programdata') return `path:programs:${kind}`
  if (parts.some((part) => APP_DATA.has(part))) return `path:app-data:${kind}`
  if (HOMES.has(root)) return `path:home:${kind}`
  return isDrive ? `path:absolute:${kind}` : null
}

function relativeClass(path: string, parts: readonly string[], kind: string): string | null {
  const isPath = parts.length > 1 || path.endsWith('/') || path.startsWith('.')
  return isPath ? `path:relative:${kind}` : null
}

/** Programs in the usual folders are known by their names alone. */
function systemClass(parts: readonly string[], kind: string): string | null {
  const folder = parts[parts.length - 2] ?? ''
  if ((folder === 'bin' || folder === 'sbin') && parts.length < 5 && kind === '') return null
  return `path:/${parts[0]}${parts[parts.length - 1] === '*' ? '/*' : ''}:${kind}`
}

function deviceClass(name: string): string {
  if (name === 'tcp' || name === 'udp') return 'device:net'
  if (DEVICES.has(name)) return `device:${name}`
  return DISKS.some((disk) => name.startsWith(disk)) ? 'device:disk' : 'device:other'
}

const REGISTRY = ['hklm', 'hkcu', 'hkcr', 'hku', 'hkey_']

const isRegistry = (path: string): boolean => REGISTRY.some((root) => path.startsWith(root))

/** Registry keys that start programs. */
const STARTING = [
  ...['currentversion/run', 'winlogon', 'image file', 'services/', 'appinit', '/lsa', 'silentprocessexit', 'userinit'],
  ...[
    'inprocserver',
    'shell/open',
    'appcert',
    'netsh',
    'print/monitors',
    'active setup',
    'command processor',
    '/environment',
  ],
]
/** Registry keys that weaken defences. */
const DEFENDING = [
  ...['defender', 'policies', 'amsi', 'eventlog', 'scriptblock', 'firewall', 'security', 'internet settings'],
  ...['safeboot', 'terminal server'],
]

function registryClass(path: string): string {
  if (STARTING.some((key) => path.includes(key))) return 'registry:startup'
  return DEFENDING.some((key) => path.includes(key)) ? 'registry:security' : 'registry:other'
}
