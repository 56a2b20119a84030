import type { FoundTest, ReadInventory, TestInventory } from '../tests/found-test.ts'
import type { SeenCall } from '../turn.ts'

/**
 * A move of the checked-out commit in git's log. `isSwitch`: a checkout or a reset. `subject` is what git's log says about it,
 * `at` the span of time in which it happened.
 */
export type Move = {
  from: string
  to: string
  isSwitch: boolean
  subject: string
  at: { from: number; to: number }
}

/** The calls that matter here: when they ran, and what they were given. */
type Calling = Pick<SeenCall, 'writer' | 'committed' | 'messages' | 'input'>

/** A call that commits may be recorded a moment after it did. */
const SLACK_MS = 1_000

/** True if no call of the turn can have moved the commit: a person did, in a terminal or an editor. */
export const isByOthers = ({ at, subject }: Pick<Move, 'at' | 'subject'>, calls: readonly Calling[]): boolean =>
  !calls.some(({ writer, committed, messages }) => {
    if (writer === null || writer.ran === null) return false
    const isTold = messages.length === 0 || messages.some((one) => subject.endsWith(one.split('\n', 1)[0] ?? ''))
    const slack = committed && isTold ? SLACK_MS : 0
    return at.to >= writer.ran.from - slack && at.from <= writer.ran.to + slack
  })

/** The tests of one file before and after a move. */
export type MovedFile = { name: string; before: TestInventory; after: TestInventory }

/** The tests that commits of others added in the turn, by file. */
export type Theirs = ReadonlyMap<string, TestInventory>

/** Follows the files through one more move of others: what it added counts, and what it took away does not. */
export function withMove(theirs: Theirs, files: readonly MovedFile[], isOwn: (test: FoundTest) => boolean): Theirs {
  const next = new Map(theirs)
  for (const { name, before, after } of files) {
    const [was, is] = [new Set(before.map((one) => one.name)), new Set(after.map((one) => one.name))]
    const kept = (theirs.get(name) ?? []).filter((test) => is.has(test.name) || !was.has(test.name))
    const added = after.filter((test) => !was.has(test.name) && !isOwn(test))
    next.set(name, [...kept, ...added])
  }
  return next
}

/** The tests that a file may not lose: those of the turn's start, and those that others added since. */
export function withTheirs(started: ReadInventory | null, theirs: TestInventory | undefined): ReadInventory | null {
  if (theirs === undefined || theirs.length === 0 || started === 'unread') return started
  const names = new Set(theirs.map(({ name }) => name))
  const bodies = new Set(theirs.map(({ body }) => body))
  // What others renamed has its new name only.
  return [...(started ?? []).filter(({ name, body }) => !names.has(name) && !bodies.has(body)), ...theirs]
}

/** True for a test that a call wrote before it was committed: the person only committed it. */
export function isWrittenBy(calls: readonly Calling[], path: string, { name }: FoundTest): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const title = JSON.stringify(name.slice(name.lastIndexOf(' > ') + 1).replace(/^> /, '')).slice(1, -1)
  return calls.some(({ input }) => {
    const text = JSON.stringify(input) ?? ''
    return text.includes(file) && text.includes(title)
  })
}
