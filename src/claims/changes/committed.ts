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

/** The tests that commits of others added to a file in the turn, and the names of those that they took away. */
export type MovedTests = { added: TestInventory; removed: ReadonlySet<string> }
export type Theirs = ReadonlyMap<string, MovedTests>

/** Follows the files through one more move of others. */
export function withMove(theirs: Theirs, files: readonly MovedFile[], isOwn: (test: FoundTest) => boolean): Theirs {
  const next = new Map(theirs)
  for (const { name, before, after } of files) {
    const [was, is] = [new Set(before.map((one) => one.name)), new Set(after.map((one) => one.name))]
    const earlier = theirs.get(name) ?? { added: [], removed: new Set() }
    const kept = earlier.added.filter((test) => is.has(test.name) || !was.has(test.name))
    const added = after.filter((test) => !was.has(test.name) && !isOwn(test))
    const removed = [...earlier.removed, ...was].filter((one) => !is.has(one))
    next.set(name, { added: [...kept, ...added], removed: new Set(removed) })
  }
  return next
}

/**
 * The tests that a file may not lose: those of the turn's start, and those that others added since. What they renamed has its new
 * name only. `isTheirs`: the turn itself did not change the file, so what others took away is not missed.
 */
export function withTheirs(
  started: ReadInventory | null,
  theirs: MovedTests | undefined,
  isTheirs: boolean,
): ReadInventory | null {
  if (theirs === undefined || started === 'unread') return started
  const { added, removed } = theirs
  const names = new Set(added.map(({ name }) => name))
  const bodies = new Set(added.map(({ body }) => body))
  const isGone = ({ name, body }: FoundTest): boolean => removed.has(name) && (isTheirs || bodies.has(body))
  const kept = (started ?? []).filter((test) => !names.has(test.name) && !isGone(test))
  return started === null && added.length === 0 ? null : [...kept, ...added]
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
