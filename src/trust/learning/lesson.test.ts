import { describe, expect, it } from 'vitest'
import { fine, keptBash, lessonsFrom, refused, smallComparison, unlike } from '../../../test/helpers/lessons.ts'
import { countOf } from '../../../test/helpers/trust-facts.ts'
import { LESSONS, type Lesson } from '../facts.ts'
import { HARMS } from '../outcome.ts'
import { DEFAULT_PARAMETERS } from '../parameters.ts'
import { CATEGORIES, type Category } from '../patterns.ts'
import { livePatterns, NEW_STATE, type TrustState } from '../state.ts'
import { type Experience, lessonOf, type Taught } from './lesson.ts'
import type { Observed } from './lessons.ts'

const lesson = (seen: Experience, state: TrustState = NEW_STATE, parameters = DEFAULT_PARAMETERS): Taught =>
  lessonOf(seen, state, smallComparison(), parameters)

/** The state after a turn of ten calls for each of these outcomes. */
function stateAfter(...seen: Observed[]): TrustState {
  const lessons = lessonsFrom()
  for (const one of seen) {
    lessons.count({ ...countOf(one.turn, 10), stream: one.stream })
    lessons.observe(one, smallComparison())
  }
  return lessons.state
}

/** The state after more ordinary calls. */
function later(state: TrustState, calls: number, above = 0): TrustState {
  const lessons = lessonsFrom(state)
  lessons.count({ ...countOf(90_000 + state.seq, calls), above })
  return lessons.state
}

const A = 'frobnicate --all --force alpha'
/** Like A, but not the same. */
const LIKE_A = 'frobnicate --all --force omega'
/** Like A, but not enough to confirm it. */
const NEAR_A = 'frobnicate --force'

describe('harm', () => {
  it('of any kind teaches a pattern, if the call was elevated', () => {
    for (const outcome of HARMS)
      for (const score of [{ score: 0.25 }, { score: 0.9 }, { score: null, packScore: 0.25 }])
        expect(lesson(refused(1, A, { outcome, ...score }))).toEqual({
          lesson: 'pattern',
          changes: [{ kind: 'pattern.added', call: keptBash(A), category: 'destructive' }],
        })
  })

  it('to a call that was denied before it was scored is judged by the pack: ordinary work stays unconfirmed', () => {
    for (const packScore of [0.1, null])
      expect(lesson(refused(1, A, { outcome: 'violation', score: null, packScore })).lesson).toBe('unconfirmed')
  })

  it('of one kind does not use up what another kind may teach in the same turn', () => {
    const denied = [0, 1, 2].map((i) => refused(1 + i, unlike(i), { turn: 1, outcome: 'violation' }))
    expect(lesson(refused(9, A, { turn: 1, outcome: 'violation' }), stateAfter(...denied)).lesson).toBe('cooldown')
    expect(lesson(refused(9, A, { turn: 1, outcome: 'rejection' }), stateAfter(...denied)).lesson).toBe('pattern')
  })

  it('teaches the most likely category, and destructive if none is known', () => {
    const category = (categories: readonly Category[]): unknown =>
      (lesson(refused(1, A, { categories })).changes[0] as { category: Category }).category
    expect(category(['persistence', 'exfiltration'])).toBe('persistence')
    expect(category([])).toBe('destructive')
  })

  it('that the administrator does not count teaches nothing', () => {
    const parameters = { ...DEFAULT_PARAMETERS, harms: ['rollback'] as const }
    expect(lesson(refused(1, A), NEW_STATE, parameters)).toEqual({ lesson: 'not-harm', changes: [] })
    expect(lesson(refused(1, A, { outcome: 'rollback' }), NEW_STATE, parameters).lesson).toBe('pattern')
  })

  it('that is only a person’s undo teaches nothing, unless the pack or another outcome says the same', () => {
    const undone = { outcome: 'rollback', score: 0.2, packScore: 0.2 } as const
    expect(lesson(refused(1, A, undone))).toEqual({ lesson: 'unconfirmed', changes: [] })
    const often = stateAfter(refused(1, A, undone), refused(2, A, undone), refused(3, A, undone))
    expect(lesson(refused(4, A, undone), often)).toEqual({ lesson: 'unconfirmed', changes: [] })
    expect(lesson(refused(1, A, { ...undone, packScore: 0.9, score: 0.9 })).lesson).toBe('pattern')
    const said = stateAfter(refused(1, A, { score: 0.2, packScore: 0.2 }))
    expect(lesson(refused(2, A, undone), said).lesson).toBe('pattern')
  })

  it('that is known already teaches nothing new', () => {
    expect(lesson(refused(2, A), stateAfter(refused(1, A)))).toEqual({ lesson: 'known', changes: [] })
    expect(lesson(refused(2, LIKE_A), stateAfter(refused(1, A))).lesson).toBe('pattern')
  })

  it('brings a weaker pattern back to its full weight', () => {
    const state = stateAfter(refused(1, A), fine(2, LIKE_A))
    expect(livePatterns(state)).toMatchObject([{ weight: 0.5 }])
    expect(lesson(refused(3, A), state)).toEqual({
      lesson: 'known',
      changes: [{ kind: 'pattern.weighed', id: keptBash(A).id, weight: 1 }],
    })
  })

  it('brings an archived pattern back to life, and nothing else does', () => {
    const state = stateAfter(refused(1, A), fine(2, LIKE_A), fine(3, LIKE_A), fine(4, LIKE_A))
    expect(livePatterns(state)).toEqual([])
    expect(Object.keys(state.patterns)).toHaveLength(1)
    expect(lesson(refused(5, A), state)).toEqual({
      lesson: 'revived',
      changes: [{ kind: 'pattern.weighed', id: keptBash(A).id, weight: 1 }],
    })
    for (const seen of [fine(5, A), fine(5, LIKE_A), refused(5, unlike(1))])
      expect(lesson(seen, state).changes).not.toContainEqual(expect.objectContaining({ kind: 'pattern.weighed' }))
  })
})

describe('harm from a call that looks ordinary', () => {
  const ordinary = (seq: number, command: string, more: Partial<Observed> = {}): Observed =>
    refused(seq, command, { score: 0.1, isAbove: false, ...more })

  it('waits for similar harm', () => {
    expect(lesson(ordinary(1, A))).toEqual({
      lesson: 'unconfirmed',
      changes: [{ kind: 'candidate.added', call: keptBash(A) }],
    })
  })

  it.each([
    ['another turn', {}],
    ['the same turn of another session', { stream: 'session/b', turn: 1 }],
  ])('teaches a pattern when similar harm in %s confirms it', (_, more) => {
    expect(lesson(ordinary(2, LIKE_A, more), stateAfter(ordinary(1, A)))).toEqual({
      lesson: 'pattern',
      changes: [
        { kind: 'pattern.added', call: keptBash(LIKE_A), category: 'destructive' },
        { kind: 'candidate.dropped', id: keptBash(A).id },
      ],
    })
  })

  it('is not confirmed in the same turn, however often it comes', () => {
    const state = stateAfter(ordinary(1, A), ordinary(2, LIKE_A, { turn: 1 }))
    expect(lesson(ordinary(3, A, { turn: 1 }), state).lesson).toBe('unconfirmed')
  })

  it('is not confirmed by other harm, nor by the same call that turned out fine', () => {
    const state = stateAfter(ordinary(1, A))
    expect(lesson(ordinary(2, unlike(1)), state).lesson).toBe('unconfirmed')
    expect(lesson(ordinary(2, NEAR_A), state).lesson).toBe('unconfirmed')
    expect(lesson(fine(2, A), state).lesson).toBe('exemplar')
  })

  it('follows what the administrator calls elevated', () => {
    const parameters = { ...DEFAULT_PARAMETERS, mapping: { elevated: 0.1, high: 0.5 } }
    expect(lesson(ordinary(1, A), NEW_STATE, parameters).lesson).toBe('pattern')
  })
})

describe('the limits of harm', () => {
  const THREE = [0, 1, 2].map((i) => refused(1 + i, unlike(i), { turn: 1 }))

  it('one turn teaches three patterns', () => {
    expect(lesson(refused(3, unlike(2), { turn: 1 }), stateAfter(...THREE.slice(0, 2))).lesson).toBe('pattern')
    const state = stateAfter(...THREE)
    expect(lesson(refused(4, unlike(3), { turn: 1 }), state)).toEqual({ lesson: 'cooldown', changes: [] })
    expect(lesson(refused(4, unlike(3), { turn: 2 }), state).lesson).toBe('pattern')
    expect(lesson(refused(4, unlike(3), { turn: 1, stream: 'session/b' }), state).lesson).toBe('pattern')
  })

  it('an archived pattern still counts for its turn', () => {
    const state = stateAfter(...THREE, fine(9, unlike(0)), fine(10, unlike(0)), fine(11, unlike(0)))
    expect(livePatterns(state)).toHaveLength(2)
    expect(lesson(refused(4, unlike(3), { turn: 1 }), state).lesson).toBe('cooldown')
  })

  it('after a cooldown a turn still revives what it knows', () => {
    expect(lesson(refused(4, unlike(0), { turn: 1 }), stateAfter(...THREE)).lesson).toBe('known')
  })

  it('a thousand calls teach fifty patterns', () => {
    const state = stateAfter(...Array.from({ length: 50 }, (_, i) => refused(1 + i, unlike(i))))
    expect(livePatterns(state)).toHaveLength(50)
    expect(state.calls).toBe(500)
    // The first one came after ten calls.
    expect(lesson(refused(51, unlike(50)), later(state, 509))).toEqual({ lesson: 'limit', changes: [] })
    expect(lesson(refused(51, unlike(50)), later(state, 510)).lesson).toBe('pattern')
  })

  it('the pattern that was matched longest ago gives way to the thousand-and-first', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `p${i}`)
    const [pattern] = Object.values(stateAfter(refused(1, unlike(0))).patterns)
    if (pattern === undefined) throw new Error('Harm teaches a pattern.')
    const patterns = Object.fromEntries(
      ids.map((id, i) => [
        id,
        { ...pattern, ...keptBash(unlike(1 + (i % 12))), id, addedAt: i, matchedAt: i === 7 ? 0 : 9 },
      ]),
    )
    const state = { ...NEW_STATE, calls: 9_000, patterns }
    expect(lesson(refused(5_000, A), state).changes).toMatchObject([
      { kind: 'pattern.added' },
      { kind: 'pattern.weighed', id: 'p7', weight: 0 },
    ])
  })

  it('a flood teaches nothing and drops nothing: most of a hundred calls did harm', () => {
    const flood = (harms: number): TrustState =>
      stateAfter(fine(1, A), ...Array.from({ length: harms }, (_, i) => refused(2 + i, unlike(i), { turn: 2 })))
    // All harm is in one turn of ten calls.
    expect(lesson(refused(99, A), flood(19)).changes).toContainEqual({ kind: 'exemplar.dropped', id: keptBash(A).id })
    expect(lesson(refused(99, A), flood(20))).toEqual({ lesson: 'flood', changes: [] })
    expect(lesson(refused(99, A), later(flood(20), 100)).lesson).toBe('pattern')
  })
})

describe('a call that turned out fine', () => {
  it('is an exemplar, if it was above the threshold', () => {
    expect(lesson(fine(1, A))).toEqual({
      lesson: 'exemplar',
      changes: [{ kind: 'exemplar.added', call: keptBash(A) }],
    })
  })

  it('teaches nothing if it was not above the threshold, or has no score', () => {
    for (const more of [{ isAbove: false, score: 0.2 }, { score: null }])
      expect(lesson(fine(1, A, more))).toEqual({ lesson: 'ordinary', changes: [] })
  })

  it('is not learnt twice', () => {
    expect(lesson(fine(2, A), stateAfter(fine(1, A)))).toEqual({ lesson: 'known', changes: [] })
    expect(lesson(fine(2, LIKE_A), stateAfter(fine(1, A))).lesson).toBe('exemplar')
  })

  it('is no exemplar in a surge: a quarter of the recent calls were above the threshold', () => {
    const state = stateAfter(fine(1, A))
    expect(lesson(fine(2, unlike(1)), later(state, 90, 25)).lesson).toBe('exemplar')
    expect(lesson(fine(2, unlike(1)), later(state, 90, 26))).toEqual({ lesson: 'surge', changes: [] })
    expect(lesson(refused(2, unlike(1)), later(state, 90, 26)).lesson).toBe('pattern')
  })

  it('is no exemplar above 0.75, whoever calls it fine', () => {
    expect(lesson(fine(1, A, { score: 0.75 })).lesson).toBe('exemplar')
    expect(lesson(fine(1, A, { score: 0.7501 }))).toEqual({ lesson: 'sensitive', changes: [] })
  })

  it.each(CATEGORIES)('is an exemplar only if harm of its kind would be noticed: %s', (category) => {
    const isSensitive = ['credential_access', 'exfiltration', 'prompt_injected_tool_call'].includes(category)
    expect(lesson(fine(1, A, { categories: [category] })).lesson).toBe(isSensitive ? 'sensitive' : 'exemplar')
  })

  it('makes a similar pattern count half, and archives it the third time', () => {
    const weights = [0, 1, 2, 3].map((times) => {
      const doubts = Array.from({ length: times }, (_, i) => fine(2 + i, LIKE_A))
      return Object.values(stateAfter(refused(1, A), ...doubts).patterns)[0]?.weight
    })
    expect(weights).toEqual([1, 0.5, 0.25, 0])
    expect(lesson(fine(2, LIKE_A), stateAfter(refused(1, A))).lesson).toBe('doubt')
    expect(lesson(fine(2, unlike(1)), stateAfter(refused(1, A))).lesson).toBe('exemplar')
  })

  it('is no exemplar while a similar pattern is live', () => {
    expect(stateAfter(refused(1, A), fine(2, A), fine(3, A), fine(4, A)).exemplars).toEqual({})
    expect(
      Object.keys(stateAfter(refused(1, A), fine(2, A), fine(3, A), fine(4, A), fine(5, A)).exemplars),
    ).toHaveLength(1)
  })

  it('is no exemplar after twenty in a thousand calls', () => {
    const state = stateAfter(...Array.from({ length: 20 }, (_, i) => fine(1 + i, unlike(i))))
    expect(Object.keys(state.exemplars)).toHaveLength(20)
    expect(lesson(fine(21, unlike(20)), state)).toEqual({ lesson: 'limit', changes: [] })
    expect(lesson(fine(21, unlike(20)), later(state, 809)).lesson).toBe('limit')
    expect(lesson(fine(21, unlike(20)), later(state, 810)).lesson).toBe('exemplar')
  })
})

describe('an exemplar', () => {
  it('is judged by the score of the pack: others of the project cannot bring an attack below the limit step by step', () => {
    expect(lesson(fine(1, A, { score: 0.5, packScore: 0.86 })).lesson).toBe('sensitive')
    expect(lesson(fine(1, A, { score: 0.5, packScore: 0.85 })).lesson).toBe('exemplar')
  })

  it('is dropped by harm from a similar call, whatever else the harm teaches', () => {
    const state = stateAfter(fine(1, A), fine(2, unlike(1)))
    const dropped = { kind: 'exemplar.dropped', id: keptBash(A).id }
    expect(lesson(refused(3, LIKE_A), state)).toMatchObject({ lesson: 'pattern', changes: [{}, dropped] })
    expect(lesson(refused(3, LIKE_A, { score: 0.1 }), state)).toMatchObject({
      lesson: 'unconfirmed',
      changes: [{ kind: 'candidate.added' }, dropped],
    })
    const busy = [0, 1, 2].map((i) => refused(10 + i, unlike(5 + i), { turn: 3 }))
    expect(lesson(refused(3, LIKE_A), stateAfter(fine(1, A), ...busy))).toEqual({
      lesson: 'cooldown',
      changes: [dropped],
    })
  })

  it('stays if harm comes from another call', () => {
    expect(lesson(refused(3, unlike(2)), stateAfter(fine(1, A))).changes).toMatchObject([{ kind: 'pattern.added' }])
  })
})

describe('a doubt', () => {
  it('counts once for each turn, however often the call was fine in it', () => {
    const state = stateAfter(refused(1, A), fine(2, LIKE_A, { turn: 2 }))
    expect(lesson(fine(3, LIKE_A, { turn: 2 }), state)).toEqual({ lesson: 'cooldown', changes: [] })
    expect(lesson(fine(3, LIKE_A, { turn: 3 }), state).lesson).toBe('doubt')
  })
})

it('exemplars that harm has dropped count towards the limit: fine and harm in turn gain nothing', () => {
  const both = (turn: number) => [fine(turn, A), refused(turn + 500, A, { score: 0.1 })]
  const state = stateAfter(...Array.from({ length: 20 }, (_, i) => both(1 + i)).flat())
  expect(lesson(fine(30, unlike(3)), state).lesson).toBe('limit')
})

it('there is a case above for each lesson', () => {
  const cases: { [name in Lesson]: true } = {
    pattern: true,
    revived: true,
    exemplar: true,
    doubt: true,
    known: true,
    unconfirmed: true,
    cooldown: true,
    limit: true,
    flood: true,
    surge: true,
    sensitive: true,
    ordinary: true,
    'not-harm': true,
  }
  expect(Object.keys(LESSONS)).toEqual(Object.keys(cases))
})
