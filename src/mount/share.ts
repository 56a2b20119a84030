/**
 * Divides room among the files of workers: first the end of every failure, in at most half of the room, then equal shares
 * for all workers. Room that a worker does not need goes to the others.
 */

/** A file that may be shown. `want` is its size and `overhead` the cost of showing any of it, in the unit of the room. */
export type Wish = { want: number; overhead: number; isFailed: boolean; isProse: boolean }

/** `failure`: room guaranteed to the end of a failure. `least`: less than this of a file is not worth showing. */
export type Measure = { failure: number; least: number }

/** Returns how much of each file to show, worker by worker; 0 means not shown. Files come in order of preference. */
export function share(workers: readonly (readonly Wish[])[], room: number, measure: Measure): number[][] {
  const grants = workers.map((wishes) => wishes.map(() => 0))
  const isShared = workers.some((wishes) => wishes.some(({ isFailed, want }) => !isFailed && want > 0))
  let left = room - grantFailures(workers, grants, isShared ? Math.floor(room / 2) : room, measure)
  for (let isMoving = true; isMoving; ) {
    const open = workers.map((_, w) => w).filter((w) => isWanting(workers[w] ?? [], grants[w] ?? []))
    const each = open.length === 0 ? 0 : Math.floor(left / open.length)
    const before = left
    for (const w of open) left -= fill(workers[w] ?? [], grants[w] ?? [], each, measure.least)
    isMoving = left < before
  }
  return grants
}

const isWanting = (wishes: readonly Wish[], grants: readonly number[]): boolean =>
  wishes.some(({ want }, i) => (grants[i] ?? 0) < want)

/** Gives every failure its guaranteed end, or an equal part of the room; returns what was used. */
function grantFailures(
  workers: readonly (readonly Wish[])[],
  grants: number[][],
  room: number,
  { failure, least }: Measure,
): number {
  const failed = workers.flatMap((wishes, w) => wishes.flatMap((wish, f) => (wish.isFailed ? [{ wish, w, f }] : [])))
  let used = 0
  failed.forEach(({ wish, w, f }, i) => {
    const fair = Math.floor((room - used) / (failed.length - i)) - wish.overhead
    const content = Math.min(wish.want, failure, Math.max(fair, least))
    if (content < Math.min(least, wish.want) || used + content + wish.overhead > room || wish.want === 0) return
    const row = grants[w]
    if (row !== undefined) row[f] = content
    used += content + wish.overhead
  })
  return used
}

/** Prose gets at most an eighth of a worker's share until all tool output has had its turn. */
const PROSE_PART = 8
/** A file gets at most a quarter of a worker's share until the others have had their turn. */
const FILE_PART = 4

/** Fills a worker's share: each file up to its part, then as much as is left, newest first. Returns what was used. */
function fill(wishes: readonly Wish[], grants: number[], room: number, least: number): number {
  let left = room
  const part = (wish: Wish): number => Math.max(least, Math.floor(room / (wish.isProse ? PROSE_PART : FILE_PART)))
  const prose = wishes.filter(({ isProse, want }) => isProse && want > 0)
  const kept = prose.reduce((sum, wish) => sum + Math.min(part(wish), wish.want) + wish.overhead, 0)
  for (const limitOf of [part, () => Number.MAX_SAFE_INTEGER]) {
    wishes.forEach((wish, i) => {
      const given = grants[i] ?? 0
      const overhead = given === 0 ? wish.overhead : 0
      const reserved = limitOf === part && !wish.isProse ? Math.min(kept, Math.floor(room / FILE_PART)) : 0
      const more = Math.min(wish.want - given, limitOf(wish) - given, left - overhead - reserved)
      if (more <= 0 || (given === 0 && more < Math.min(least, wish.want))) return
      grants[i] = given + more
      left -= more + overhead
    })
  }
  return room - left
}
