import { argumentName, type Given } from './arguments.ts'
import type { ValidatorOf } from './kind.ts'
import { type Refused, refuse } from './outcome.ts'

type Address = { kind: 'address'; url: URL }

/** Returns the address to request: the policy's own, or the given one if it is on a host that the policy names. */
export function addressOf({ url, hosts }: ValidatorOf<'http_2xx'>, given: Given): Address | Refused {
  const { url: asked, ...rest } = given
  const [unknown = url !== null && asked !== undefined ? 'url' : undefined] = Object.keys(rest)
  if (unknown !== undefined)
    return refuse('ARGUMENT_REFUSED', `This validator takes no argument "${argumentName(unknown)}".`)
  const text = url ?? asked
  if (typeof text !== 'string' || !URL.canParse(text))
    return refuse('ARGUMENT_REFUSED', 'Argument "url" must be a full URL.')
  const parsed = new URL(text)
  if (url === null && (parsed.username !== '' || parsed.password !== ''))
    return refuse('ARGUMENT_REFUSED', 'Argument "url" must not contain a user name or password.')
  if (!/^https?:$/.test(parsed.protocol))
    return refuse('ARGUMENT_REFUSED', 'Argument "url" must begin with http:// or https://.')
  if (url === null && !hosts.some((host) => isOn(parsed, host)))
    return refuse('ARGUMENT_REFUSED', `The policy does not name the host ${parsed.host.slice(0, 100)}.`)
  return { kind: 'address', url: parsed }
}

/** True if an address is on a host. A host without a port means the default port: any program can listen on another port. */
function isOn({ hostname, port }: URL, host: string): boolean {
  const [, name = '', wanted = ''] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  if (port !== wanted) return false
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name
}

/** Returns the target of a redirect if it has the same origin, otherwise null. */
export function redirectedTo(from: URL, location: string | undefined): URL | null {
  if (location === undefined || !URL.canParse(location, from.href)) return null
  const to = new URL(location, from.href)
  return to.origin === from.origin ? to : null
}

/** Removes the query, which may contain a secret, so that the address can be recorded. */
export const shownAddress = ({ origin, pathname, search }: URL): string =>
  `${origin}${pathname}${search === '' ? '' : '?…'}`
