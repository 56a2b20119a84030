import { validateHeaderName, validateHeaderValue } from 'node:http'
import { z } from 'zod'

/** A URL that may be recorded: it contains no password. */
export const URL_TEXT = z
  .string('must be text')
  .refine((text) => /^https?:$/.test(parsedUrl(text)?.protocol ?? ''), 'must be a full URL with http:// or https://')
  .refine((text) => {
    const url = parsedUrl(text)
    return url === null || (url.username === '' && url.password === '')
  }, 'must not contain a user name or password; use a header with {env: NAME}')

const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** Bailiff sets these itself, or they would change what a request means. */
const RESERVED = /^(?:idempotency-key|host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer)$/i

const HEADER_NAME = z.string().refine((name) => passes(() => validateHeaderName(name)) && !RESERVED.test(name))

const HEADER_VALUE = z.union(
  [
    z.string().refine((value) => passes(() => validateHeaderValue('header', value))),
    z.strictObject({ env: z.string().min(1), prefix: z.string().optional() }),
  ],
  'must be text, or {env: NAME} with an optional prefix',
)

/** Headers by name. A value is text, or comes from an environment variable, so that no secret is in the bundle. */
export const HEADERS = z.record(
  HEADER_NAME,
  HEADER_VALUE,
  `must be headers by name. Bailiff itself sets Idempotency-Key, Host and the headers of the connection`,
)

export type Headers = z.infer<typeof HEADERS>

/** Fills in environment variables. A missing one is a fault: a request without its token must not be sent. */
export function headersFrom(
  headers: Headers,
  env: NodeJS.ProcessEnv,
): { ok: true; headers: { [name: string]: string } } | { ok: false; fault: string } {
  const filled: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') filled[name] = value
    else {
      const found = env[value.env]
      if (found === undefined || found === '')
        return { ok: false, fault: `the environment variable ${value.env} for the header ${name} is not set` }
      filled[name] = `${value.prefix ?? ''}${found}`
      if (!passes(() => validateHeaderValue(name, filled[name] ?? '')))
        return { ok: false, fault: `the environment variable ${value.env} contains characters that no header may have` }
    }
  }
  return { ok: true, headers: filled }
}

function passes(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
