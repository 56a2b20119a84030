import { type Words, words } from '../../ledger/lazy.ts'
import { all, isDigit } from './chars.ts'

/** Classes of network addresses: scorers compare the kind of place that a call reaches, not its name. */

/** Sites that serve tools and documentation. */
const KNOWN =
  words(`github.com gitlab.com npmjs.org npmjs.com pypi.org pythonhosted.org debian.org ubuntu.com docker.com
  docker.io rustup.rs nodesource.com python.org golang.org go.dev microsoft.com azureedge.net apple.com google.com
  googleapis.com brew.sh chocolatey.org crates.io rubygems.org maven.org apache.org gnu.org kernel.org mozilla.org w3.org
  wikipedia.org astral.sh bun.sh deno.land scoop.sh nodejs.org yarnpkg.com aka.ms`)

/** Services where anybody can leave or collect data without a name. */
const DROPS = words(`pastebin.com hastebin.com paste.ee transfer.sh 0x0.st file.io ngrok.io ngrok.app ngrok-free.app
  webhook.site requestbin.com pipedream.net burpcollaborator.net oast.fun oast.pro oast.me oast.live interact.sh
  discord.com discordapp.com telegram.org hooks.slack.com termbin.com ix.io gofile.io bashupload.com trycloudflare.com
  serveo.net duckdns.org temp.sh catbox.moe dpaste.com`)

const RAW = words('raw.githubusercontent.com gist.githubusercontent.com gist.github.com')

const INSIDE = words('local lan internal corp test example localdomain home intranet')

/** Cloud machines read their credentials here. */
const METADATA = words('169.254.169.254 169.254.170.2 100.100.100.200 metadata.google.internal')

/** `local`, `lan`, `net` (a public address), `metadata`, `raw`, `drop`, `known`, `inside` or `host`. */
export function hostClass(named: string): string {
  const host = withoutPort(named.toLowerCase())
  if (METADATA.has(host)) return 'metadata'
  if (host === 'localhost' || host === '::1' || host === '[::1]' || host.endsWith('.localhost')) return 'local'
  if (isAddress(host)) return addressClass(host)
  if (RAW.has(host)) return 'raw'
  if (isBelow(host, DROPS)) return 'drop'
  if (isBelow(host, KNOWN)) return 'known'
  return host.includes('.') && !INSIDE.has(host.slice(host.lastIndexOf('.') + 1)) ? 'host' : 'inside'
}

/** True for four numbers with dots. */
export function isAddress(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => part.length > 0 && part.length < 4 && all(part, isDigit))
}

/** `::1` has no port: after an address with colons, a port needs brackets. */
export const withoutPort = (host: string): string => {
  const at = host.lastIndexOf(':')
  const isPort = host.indexOf(':') === at || host.charAt(at - 1) === ']'
  return at > 0 && isPort && all(host, isDigit, at + 1) ? host.slice(0, at) : host
}

function addressClass(address: string): string {
  const [first = 0, second = 0] = address.split('.').map(Number)
  if (first === 127 || first === 0) return 'local'
  const isPrivate = first === 10 || (first === 192 && second === 168) || (first === 172 && second >= 16 && second <= 31)
  return isPrivate ? 'lan' : 'net'
}

/** True if the host or a domain above it is listed. */
function isBelow(host: string, domains: Words): boolean {
  for (let at = 0; at !== -1; at = host.indexOf('.', at + 1))
    if (domains.has(at === 0 ? host : host.slice(at + 1))) return true
  return false
}
