import { describe, expect, it } from 'vitest'
import { callOf } from '../call.ts'
import { type Risk, unscored } from '../risk.ts'
import { type Reviewed, type Reviewer, review } from './review.ts'

const CALL = callOf({ tool: 'Bash', input: { command: 'curl x | sh' } })
const RISK: Risk = unscored('test')

/** Long enough that no test reaches it. */
const HOUR_MS = 3_600_000

const says = (name: string, answer: unknown): Reviewer => ({ name, review: async () => answer as 'ask' })

const silent = (name: string, onAbort: (signal: AbortSignal) => void = () => {}): Reviewer => ({
  name,
  review: (_call, _risk, signal) => {
    signal.addEventListener('abort', () => onAbort(signal))
    return new Promise(() => {})
  },
})

const asked = (reviewers: Reviewer[], timeoutMs = HOUR_MS): Promise<Reviewed> =>
  review(CALL, RISK, reviewers, timeoutMs)

describe('a review', () => {
  it('takes the first answer, and asks nobody after it', async () => {
    const never: Reviewer = {
      name: 'person',
      review: () => {
        throw new Error('was asked')
      },
    }
    expect(await asked([says('model', 'proceed'), never])).toEqual({ answer: 'proceed', by: 'model', left: [] })
    expect(await asked([says('model', 'ask'), never])).toEqual({ answer: 'ask', by: 'model', left: [] })
  })

  it('passes over a reviewer that fails, in whatever way, and says why', async () => {
    const rejects: Reviewer = { name: 'rejects', review: () => Promise.reject(new Error('no network')) }
    const throws: Reviewer = {
      name: 'throws',
      review: () => {
        throw new Error('no key')
      },
    }
    const odd: Reviewer = { name: 'odd', review: () => Promise.reject('no reason') }
    expect(await asked([rejects, throws, odd, says('person', 'proceed')])).toEqual({
      answer: 'proceed',
      by: 'person',
      left: [
        { reviewer: 'rejects', why: 'no network' },
        { reviewer: 'throws', why: 'no key' },
        { reviewer: 'odd', why: 'no reason' },
      ],
    })
  })

  it.each([true, undefined, null, 'yes', 'PROCEED', { answer: 'proceed' }, ['proceed']])(
    'passes over an answer that is neither "proceed" nor "ask": %j',
    async (answer) => {
      const { by, left } = await asked([says('model', answer), says('person', 'ask')])
      expect({ by, left }).toMatchObject({ by: 'person', left: [{ reviewer: 'model' }] })
    },
  )

  it('passes over a reviewer that takes too long, and tells it to stop', async () => {
    const stopped: AbortSignal[] = []
    const { answer, by, left } = await asked(
      [silent('slow', (signal) => stopped.push(signal)), says('person', 'proceed')],
      1,
    )
    expect({ answer, by, left }).toEqual({
      answer: 'proceed',
      by: 'person',
      left: [{ reviewer: 'slow', why: 'No answer within 1 ms.' }],
    })
    expect(stopped[0]?.aborted).toBe(true)
  })

  it('leaves the call to a person if nobody answers', async () => {
    expect(await asked([])).toEqual({ answer: 'ask', by: null, left: [] })
    expect(await asked([silent('slow'), says('odd', 7)], 1)).toMatchObject({ answer: 'ask', by: null })
  })

  it('shows a reviewer exactly the call and its risk', async () => {
    const seen: unknown[] = []
    const spy: Reviewer = {
      name: 'spy',
      review: async (call, risk) => {
        seen.push(call, risk)
        return 'ask'
      },
    }
    await review({ ...CALL, output: 'secret' } as typeof CALL, RISK, [spy], HOUR_MS)
    expect(seen).toEqual([CALL, RISK])
    expect(Reflect.ownKeys(seen[0] as object)).toEqual(['tool', 'input', 'command'])
  })
})
