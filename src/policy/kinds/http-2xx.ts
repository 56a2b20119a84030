import { z } from 'zod'
import { hasGained } from '../compare.ts'
import { host, seconds, strict } from '../fields.ts'
import { defineKind } from './kind.ts'

const url = z
  .string()
  .max(2000)
  .refine(
    (text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
    'write a full URL, such as https://example.org/health.',
  )

export const http2xx = defineKind({
  schema: strict({
    kind: z.literal('http_2xx'),
    url: url.describe('the URL to request').exactOptional(),
    hosts: z.array(host).max(100).describe('hosts allowed in a URL that is given with the claim').default([]),
    timeout_seconds: seconds.describe('time limit in seconds').default(10),
  }).describe('the URL returns a 2xx status'),
  check({ url, hosts }, _, report) {
    if ((url === undefined) === (hosts.length === 0))
      report([], 'Set either url:, for a fixed address, or hosts:, for an address given with the claim; not both.')
  },
  compile: ({ kind, url = null, hosts, timeout_seconds: timeoutSeconds }) => ({ kind, url, hosts, timeoutSeconds }),
  describe: ({ url, hosts }) => `${url ?? `an address on ${hosts.join(', ')}`} answers with 2xx`,
  weaker: { hosts: hasGained },
})
