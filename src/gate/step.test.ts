import { describe, expect, it } from 'vitest'
import { stepOf, TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import { MAX_STEP_BYTES, parseStep } from './step.ts'

const TASK = taskOf(TASK_TEXT)

const circle: { self?: unknown } = {}
circle.self = circle

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = [value]
  return value
}

const step = stepOf('shell', {}, { command: 'ls' })

describe('a step', () => {
  it('is read as given, with defaults filled in', () => {
    expect(parseStep(step, TASK)).toEqual({ ok: true, step })
    const short = { belief: { posture: 'unknown', evidence: 'none' }, action: { type: 'look' } }
    expect(parseStep(short, TASK)).toEqual({ ok: true, step: stepOf('look') })
  })

  it('cannot be changed after it was read', () => {
    const given = structuredClone(step)
    const parsed = parseStep(given, TASK)
    given.action.payload['command'] = 'rm -rf /'
    expect(parsed).toEqual({ ok: true, step })
  })

  it('may carry any JSON as payload, for custom environments', () => {
    const payload = { input: { list: [1, null, { deep: true }] }, __proto__: null }
    expect(parseStep({ ...step, action: { type: 'think', payload } }, TASK)).toMatchObject({ ok: true })
  })
})

const BAD: [what: string, given: unknown, why: RegExp][] = [
  ['nothing', undefined, /not JSON/],
  ['a function', () => {}, /not JSON/],
  ['text', 'All done!', /the step/],
  ['a list', [step], /the step/],
  ['an empty object', {}, /belief/],
  ['a step without a belief', { action: step.action }, /belief/],
  ['a step without an action', { belief: step.belief }, /action/],
  ['an unknown field', { ...step, verdict: 'ALLOW' }, /the step/],
  ['its own masks', { ...step, masks: { evidence: 'successful' } }, /the step/],
  ['an unknown posture', stepOf('look', { posture: 'sure' as never }), /belief\.posture/],
  ['an unknown evidence state', stepOf('look', { evidence: 'plenty' as never }), /belief\.evidence/],
  ['an affordance that the task does not have', stepOf('look', { affordances: { moon: 'available' } }), /affordance/],
  [
    'an affordance by the name of something else',
    stepOf('look', { affordances: { constructor: 'available' } as never }),
    /affordance/,
  ],
  ['an action that the task does not have', stepOf('apply_all'), /action\.type/],
  ['an action by the name of something else', stepOf('constructor'), /action\.type/],
  ['an action called __proto__', stepOf('__proto__'), /action\.type/],
  ['a command that is missing', stepOf('shell'), /payload\.command/],
  ['a command that is not a string', stepOf('shell', {}, { command: ['ls'] }), /payload\.command/],
  ['an artifact without content', stepOf('write'), /payload\.content/],
  ['a declaration of nothing', stepOf('declare_posture'), /payload\.posture/],
  ['a declaration of "unknown"', stepOf('declare_posture', {}, { posture: 'unknown' }), /payload\.posture/],
  ['words that are no text', { ...step, free_text: 7 }, /free_text/],
  ['a circle', circle, /cannot be read/],
  ['half a character', stepOf('shell', {}, { command: '\ud800' }), /cannot be read/],
  ['nesting without end', stepOf('think', {}, { deep: nested(5_000) }), /cannot be read/],
  ['a BigInt', stepOf('think', {}, { n: 1n }), /cannot be read/],
  ['more than a step may be', { ...step, free_text: 'x'.repeat(MAX_STEP_BYTES) }, /larger/],
  [
    'more bytes than a step may have, in few characters',
    { ...step, free_text: '漢'.repeat(MAX_STEP_BYTES / 2) },
    /larger/,
  ],
  [
    'a trap',
    {
      get belief() {
        throw new Error('caught you')
      },
    },
    /not JSON/,
  ],
]

describe('a malformed step', () => {
  it('leaves none of its text in the reason', () => {
    const words = [
      'All done, I promise',
      { 'I promise': 1 },
      { ...step, 'I promise': 1 },
      stepOf('look', { posture: 'I promise' as never }),
    ]
    const whys = words.map((given) => JSON.stringify(parseStep(given, TASK)))
    expect(whys.filter((why) => why.includes('promise') || why.includes('"ok":true'))).toEqual([])
  })

  it.each(BAD)('is rejected with a reason: %s', (_, given, why) => {
    const parsed = parseStep(given, TASK)
    expect(parsed).toEqual({ ok: false, why: expect.stringMatching(why) })
    expect(parsed.ok === false && parsed.why.length < 400).toBe(true)
  })
})
