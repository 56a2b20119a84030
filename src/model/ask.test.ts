import { describe, expect, it } from 'vitest'
import { startChatModel } from '../../test/helpers/chat-model.ts'
import { promptFor } from '../claims/model/prompt.ts'
import { askModel } from './ask.ts'

/** The endpoint is a scripted server on this machine that speaks the real protocol. No model is involved. */

const PROMPT = promptFor('All good.')
const asking = (url: string, more: { key?: string; seconds?: number } = {}) => ({
  name: 'tiny-1',
  url,
  key: more.key ?? null,
  seconds: more.seconds ?? 20,
})

describe('asking a model', () => {
  it('sends the prompt to the endpoint, and returns the text of the reply', async () => {
    const { url, asked, keys } = await startChatModel(() => ({ text: 'Hello.' }))
    expect(await askModel(asking(url), PROMPT, {})).toEqual({ text: 'Hello.' })
    expect(asked).toMatchObject([
      { model: 'tiny-1', messages: [{ role: 'system' }, { role: 'user', content: 'All good.' }] },
    ])
    expect(keys).toEqual([undefined])
  })

  it('takes the key from the named environment variable, and asks nothing without it', async () => {
    const { url, keys } = await startChatModel(() => ({ text: 'Hello.' }))
    await askModel(asking(url, { key: 'MY_KEY' }), PROMPT, { MY_KEY: 'k-1' })
    const reply = await askModel(asking(url, { key: 'MY_KEY' }), PROMPT, { MY_KEY: '' })
    expect(reply).toEqual({ why: 'The environment variable MY_KEY is not set.' })
    expect(keys).toEqual(['Bearer k-1'])
  })

  it.each([500, 401, 429])('says so if the endpoint answers with status %i, and does not try again', async (status) => {
    const { url, asked } = await startChatModel(() => ({ status }))
    expect(await askModel(asking(url), PROMPT, {})).toEqual({
      why: `The endpoint answered with HTTP status ${status}.`,
    })
    expect(asked).toHaveLength(1)
  })

  it('gives up at the time limit', async () => {
    const { url } = await startChatModel(() => ({ kind: 'no answer' }))
    expect(await askModel(asking(url, { seconds: 0.2 }), PROMPT, {})).toEqual({
      why: 'The model did not reply within 0.2 s.',
    })
  })

  it('reads no more than a megabyte', async () => {
    const { url } = await startChatModel(() => ({ text: 'x'.repeat(2 << 20) }))
    expect(await askModel(asking(url), PROMPT, {})).toEqual({
      why: 'The model could not be asked: The response is larger than 1 MB.',
    })
  })

  it('follows no redirect and needs a server', async () => {
    const { url, close, asked } = await startChatModel(() => ({ status: 307 }))
    expect(await askModel(asking(url), PROMPT, {})).toMatchObject({
      why: expect.stringContaining('unexpected redirect'),
    })
    expect(asked).toHaveLength(1)
    close()
    expect(await askModel(asking(url), PROMPT, {})).toMatchObject({ why: expect.stringContaining('ECONNREFUSED') })
  })

  it('returns an empty text for a reply without any, such as a refusal by tool calls', async () => {
    const { url } = await startChatModel(() => ({ calls: [{ name: 'run', input: {} }] }))
    expect(await askModel(asking(url), PROMPT, {})).toEqual({ text: '' })
  })
})
