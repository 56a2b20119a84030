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
  const { url, answer, why } = await follow(address.url, deadline)
  const data = {
    url: shownAddress(url),
    status: answer?.status ?? null,
    fingerprint: aboutOf(before, await world.fingerprint()),
  }
  if (answer === null)
    return fail(
      { code: 'NO_ANSWER', sentence: `${data.url} ${unansweredBecause(why, validator.timeoutSeconds)}.` },
      data,
    )
  const kept = answer.body.length > 0 ? [{ name: 'body', bytes: answer.body }] : []
  const sentence = `${data.url} answered with ${answer.status}.`
  if (answer.status >= 200 && answer.status < 300) return pass(world.grade, sentence, data, kept)
  return fail({ code: 'NOT_2XX', sentence }, data, kept)
}

type HttpAnswer = { status: number; location: string | undefined; body: Buffer }

/** `why` is the code of the error if there is no answer. */
type Asked = { answer: HttpAnswer | null; why: string }

/** Why there is no answer: a server that is down differs from one that is slow. */
function unansweredBecause(why: string, seconds: number): string {
  switch (why) {
    case 'ECONNREFUSED':
      return 'refused the connection'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'could not be reached: its name is unknown'
    case 'ABORT_ERR':
      return `did not answer within ${seconds} s`
    default:
      return `did not answer${why === '' ? '' : ` (${why})`}`
  }
}

async function follow(from: URL, signal: AbortSignal): Promise<Asked & { url: URL }> {
  let url = from
  for (let i = 0; ; i++) {
    const { answer, why } = await ask(url, signal)
    const next = answer !== null && isRedirect(answer) ? redirectedTo(url, answer.location) : null
    if (next === null || i >= MAX_REDIRECTS) return { url, answer, why }
    url = next
  }
}

const isRedirect = ({ status }: HttpAnswer): boolean => status >= 300 && status < 400 && status !== 304

async function ask(url: URL, signal: AbortSignal): Promise<Asked> {
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
          answer: {
            status: response.statusCode ?? 0,
            location: response.headers.location,
            body: Buffer.concat(parts),
          },
          why: '',
        })
      response.on('data', (chunk: Buffer) => {
        parts.push(chunk.subarray(0, left))
        left -= Math.min(left, chunk.length)
        if (left === 0) response.destroy()
      })
      response.once('close', finish)
    })
    sent.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve({ answer: null, why: code }))
    sent.end()
  })
}
