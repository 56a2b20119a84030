import { aboutOf } from '../fingerprints.ts'
import { addressOf, redirectedTo, shownAddress } from '../http-2xx.ts'
import type { RunKind } from '../kind.ts'
import { fail, pass } from '../outcome.ts'

const MAX_BODY_BYTES = 64 << 10
const MAX_REDIRECTS = 5

/** Passes if the address answers with 2xx now. */
export const http2xx: RunKind<'http_2xx'> = async (validator, { given }, world) => {
  const address = addressOf(validator, given)
  if (address.kind === 'refused') return address
  const before = await world.fingerprint()
  const deadline = AbortSignal.any([world.signal, AbortSignal.timeout(validator.timeoutSeconds * 1000)])
  const { url, answer } = await follow(address.url, deadline)
  const data = {
    url: shownAddress(url),
    status: answer?.status ?? null,
    fingerprint: aboutOf(before, await world.fingerprint()),
  }
  if (answer === null) return fail({ code: 'NO_ANSWER', sentence: `${data.url} did not answer.` }, data)
  const kept = answer.body.length > 0 ? [{ name: 'body', bytes: answer.body }] : []
  const sentence = `${data.url} answered with ${answer.status}.`
  if (answer.status >= 200 && answer.status < 300) return pass(world.grade, sentence, data, kept)
  return fail({ code: 'NOT_2XX', sentence }, data, kept)
}

type HttpAnswer = { status: number; location: string | undefined; body: Buffer }

async function follow(from: URL, signal: AbortSignal): Promise<{ url: URL; answer: HttpAnswer | null }> {
  let url = from
  for (let i = 0; ; i++) {
    const answer = await ask(url, signal)
    const next = answer !== null && isRedirect(answer) ? redirectedTo(url, answer.location) : null
    if (next === null || i >= MAX_REDIRECTS) return { url, answer }
    url = next
  }
}

const isRedirect = ({ status }: HttpAnswer): boolean => status >= 300 && status < 400 && status !== 304

async function ask(url: URL, signal: AbortSignal): Promise<HttpAnswer | null> {
  // Loaded on demand: loading takes longer than most of the work at the end of a turn.
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Promise((resolve) => {
    // The agent's environment must not decide which certificates to trust.
    const options = { signal, agent: false, rejectUnauthorized: true, headers: { 'user-agent': 'bailiff' } }
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = []
      let left = MAX_BODY_BYTES
      const finish = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          body: Buffer.concat(parts),
        })
      response.on('data', (chunk: Buffer) => {
        parts.push(chunk.subarray(0, left))
        left -= Math.min(left, chunk.length)
        if (left === 0) response.destroy()
      })
      response.once('close', finish)
    })
    sent.once('error', () => resolve(null))
    sent.end()
  })
}
