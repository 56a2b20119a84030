import type { Given } from './arguments.ts'
import type { ValidatorOf } from './kind.ts'
import { type Refused, refuse } from './outcome.ts'

type Address = { kind: 'address'; url: URL }

/** The address to ask: the policy's own, or the one given, if it is on a host that the policy names. */
export function addressOf({ url, hosts }: ValidatorOf<'http_2xx'>, given: Given): Address | Refused {
  const { url: asked, ...rest } = given
  if (Object.keys(rest).length > 0 || (url !== null && asked !== undefined))
    return refuse('ARGUMENT_REFUSED', 'There is an argument that this validator does not take.')
  const text = url ?? asked
  if (typeof text !== 'string' || !URL.canParse(text))
    return refuse('ARGUMENT_REFUSED', 'Argument "url" is no whole address.')
  const parsed = new URL(text)
  if (url === null && (parsed.username !== '' || parsed.password !== ''))
    return refuse('ARGUMENT_REFUSED', 'Argument "url" holds a name or password.')
  if (!/^https?:$/.test(parsed.protocol)) return refuse('ARGUMENT_REFUSED', 'Argument "url" is no http address.')
  if (url === null && !hosts.some((host) => isOn(parsed, host)))
    return refuse('ARGUMENT_REFUSED', `The policy does not name the host ${parsed.host.slice(0, 100)}.`)
  return { kind: 'address', url: parsed }
}

/** Whether an address is on a host; without a port only the usual ones count, whoever listens elsewhere. */
function isOn({ hostname, port }: URL, host: string): boolean {
  const [, name = '', wanted = ''] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  if (port !== wanted) return false
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name
}

/** Where an answer sends us, if that is the same host, by the same or a safer way; null: we do not go there. */
export function redirectedTo(from: URL, location: string | undefined): URL | null {
  if (location === undefined || !URL.canParse(location, from.href)) return null
  const to = new URL(location, from.href)
  return to.origin === from.origin ? to : null
}

/** An address as it may be kept: what it asks for may be a secret. */
export const shownAddress = ({ origin, pathname, search }: URL): string =>
  `${origin}${pathname}${search === '' ? '' : '?…'}`
