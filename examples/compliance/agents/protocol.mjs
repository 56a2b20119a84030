import { createInterface } from 'node:readline'

/** The lines that the supervisor writes, as values. */
export async function* heard() {
  for await (const line of createInterface({ input: process.stdin })) yield JSON.parse(line)
}

export const emit = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

/** A step: what is believed, and what is to be done. */
export const step = (evidence, posture, type, payload = {}, free_text = '') => ({
  belief: { affordances: {}, posture, evidence },
  action: { type, payload },
  free_text,
})

/** Emits one step for each line it hears, whatever it says, until the run or the list ends. */
export async function follow(steps) {
  const list = steps[Symbol.iterator]()
  for await (const { kind } of heard()) {
    if (kind === 'end') return
    const { value, done } = list.next()
    if (done) process.exit(0)
    emit(value)
  }
}
