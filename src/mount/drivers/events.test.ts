import { expect, it } from 'vitest'
import { Hub } from './events.ts'

it('gives every listener all changes since it began to listen, in order', async () => {
  const hub = new Hub<number>()
  hub.tell(1)
  const events = hub.listen()
  hub.tell(2)
  const third = [events.next(), events.next()]
  hub.tell(3)
  expect(await Promise.all(third)).toEqual([
    { done: false, value: 2 },
    { done: false, value: 3 },
  ])
})

it('ends at once when the listener stops, even while it waits', async () => {
  const hub = new Hub<number>()
  const events = hub.listen()
  const waiting = events.next()
  await events.return?.()
  hub.tell(1)
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

it('stops listening when a loop is left', async () => {
  const hub = new Hub<number>()
  const events = hub.listen()
  hub.tell(1)
  hub.tell(2)
  for await (const event of events) {
    expect(event).toBe(1)
    break
  }
  expect(await events.next()).toMatchObject({ done: true })
})
