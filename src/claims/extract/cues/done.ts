import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { type Frame, frameOf, isHabitual } from '../view.ts'
import { type Cue, each, type FindCues, isHeading, type Surroundings } from './cue.ts'

/** The work is finished ("done", "ready", "nothing left"), or something was done ("added", "here is what changed"). */
export const doneCues: FindCues = (clause, around) =>
  each(clause.tokens, (token, i) => {
    if (has(token, 'done')) return finishedAt(clause, i, around)
    if (has(token, 'built')) return builtAt(clause, i)
    if (has(token, 'remain')) return nothingLeft(clause, i)
    if (has(token, 'summary')) return report(i)
    return has(token, 'changed') ? changedAt(clause, i, around) : null
  })

const explicit = (at: number): Cue => ({ type: 'done', level: 'explicit', at })
const report = (at: number): Cue => ({ type: 'done', level: 'report', at })

/** What the frame alone says against a claim. */
function against(frame: Frame): 'attributed' | 'described' | null {
  if (frame === 'user') return 'attributed'
  return frame === 'attributive' || frame === 'other' || frame === 'relative' ? 'described' : null
}

function finishedAt(clause: Clause, at: number, around: Surroundings): Cue | null {
  const frame = frameOf(clause, at)
  if (frame === 'attributive' && isHeading(around)) return explicit(at)
  if (isOrder(clause, at, frame) || awaits(clause, at)) return null
  const described = frame === 'state' && (isHabitual(clause, at) || has(clause.tokens[0], 'your'))
  const not = against(frame) ?? (described ? 'described' : null)
  // A fault that is "dealt with" is fixed.
  const fault = some(clause.tokens.slice(0, at), 'problem') && frame !== 'bare'
  const cue: Cue = fault ? { type: 'fixed', at } : explicit(at)
  return not === null ? cue : { ...cue, not }
}

/** "Complete the form"; "完成推送" without a mark that it happened. */
function isOrder({ tokens, order }: Clause, at: number, frame: Frame): boolean {
  if (!has(tokens[at], 'to-do')) return false
  if (order === 'fixed') return frame === 'bare' && has(tokens[at + 1], 'det')
  return tokens[at + 1] !== undefined && !some(tokens.slice(0, at), 'have')
}

/** "Ready when you are." */
const awaits = ({ tokens }: Clause, at: number): boolean =>
  /^ready/.test(tokens[at]?.text ?? '') && some(tokens.slice(at + 1), 'if')

/** "is implemented" describes; "all is implemented now" and "has been implemented" assert. */
function builtAt(clause: Clause, at: number): Cue {
  const before = clause.tokens.slice(0, at)
  const frame = frameOf(clause, at)
  if (some(before, 'summary')) return report(at)
  const described = frame === 'state' && !some(before, 'all', 'now', 'success')
  const not = against(frame) ?? (described ? 'described' : null)
  return not === null ? explicit(at) : { ...explicit(at), not }
}

function nothingLeft({ tokens }: Clause, at: number): Cue | null {
  const none = some(tokens.slice(Math.max(0, at - 3), at), 'not')
  return none && !some(tokens.slice(at), 'if') ? { ...explicit(at), negative: true } : null
}

function changedAt(clause: Clause, at: number, around: Surroundings): Cue | null {
  const { tokens } = clause
  const before = tokens.slice(0, at)
  const frame = frameOf(clause, at)
  if (against(frame) !== null || (frame === 'bare' && has(tokens[at], 'step'))) return null
  if (frame === 'state' && !some(before, 'now', 'success')) return null
  // "All files have been updated.", "Updated.": a report with nothing left out.
  const alone = tokens.length === 1 && around.index === 0 && !isHeading(around)
  const whole = alone || (frame === 'passive' && has(before[0], 'all'))
  return whole || some(tokens, 'success') ? explicit(at) : report(at)
}
