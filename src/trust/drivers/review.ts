import { type Call, seenCall } from '../call.ts'
import type { Risk } from '../risk.ts'

/** A level above the scorers, such as a model or a person. It sees the call and its risk, never what the agent has read. */
export type Reviewer = {
  name: string
  /** `proceed` lets the call run; `ask` leaves it to a person. */
  review(call: Call, risk: Risk, signal: AbortSignal): Promise<'proceed' | 'ask'>
}

/** The answer, who gave it, and the reviewers that did not answer. `by` is null if nobody did: then a person is asked. */
export type Reviewed = {
  answer: 'proceed' | 'ask'
  by: string | null
  left: readonly { reviewer: string; why: string }[]
}

/** Asks reviewers in turn, cheapest first. The first answer counts. One that fails or takes too long is passed over. */
export async function review(
  call: Call,
  risk: Risk,
  reviewers: readonly Reviewer[],
  timeoutMs: number,
): Promise<Reviewed> {
  const left: { reviewer: string; why: string }[] = []
  for (const reviewer of reviewers) {
    try {
      const answer = await within(timeoutMs, (signal) => reviewer.review(seenCall(call), risk, signal))
      if (answer === 'proceed' || answer === 'ask') return { answer, by: reviewer.name, left }
      left.push({ reviewer: reviewer.name, why: 'The answer is neither "proceed" nor "ask".' })
    } catch (error) {
      left.push({ reviewer: reviewer.name, why: error instanceof Error ? error.message : String(error) })
    }
  }
  return { answer: 'ask', by: null, left }
}

/** Aborts and fails if there is no answer in time. The timer keeps the process alive: nothing else may. */
async function within<T>(timeoutMs: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`No answer within ${timeoutMs} ms.`)
      controller.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([act(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
