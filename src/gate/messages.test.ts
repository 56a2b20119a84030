import { describe, expect, it } from 'vitest'
import { GATE_MESSAGES } from './messages.ts'

const TEXTS = Object.values(GATE_MESSAGES)
const sentences = (text: string): string[] => text.split(/(?<=[.;:]) /)

/** Imperatives that messages must not use; the two permitted ones are not listed. */
const IMPERATIVE =
  /^(?:add|apply|ask|call|change|check|consider|correct|create|declare|do|edit|ensure|execute|fix|generate|look|make|observe|please|provide|read|remember|repeat|retry|review|revise|run|search|see|show|start|stop|terminate|try|use|verify|wait|write)\b/i
const ADVICE =
  /\b(?:should|must|need to|have to|could|might|try|instead|first|please|because|hint|recommend\w*|suggest\w*)\b/i

describe('messages to agents', () => {
  it('contain no imperative except "continue" and "re-emit"', () => {
    const starts = TEXTS.flatMap(sentences).map((sentence) => sentence.replace(/[.;:]$/, ''))
    expect(starts.filter((sentence) => IMPERATIVE.test(sentence))).toEqual([])
    const commands = starts.filter((sentence) => !sentence.includes(' '))
    expect(new Set(commands)).toEqual(new Set(['Continue', 'Re-emit']))
  })

  it('give no advice and no hints', () => {
    expect(TEXTS.filter((text) => ADVICE.test(text))).toEqual([])
  })

  it('have no placeholders, so no tool name can get into one', () => {
    expect(TEXTS.filter((text) => /[{}$%<>`"]/.test(text))).toEqual([])
  })

  it('say the three things that the seed says', () => {
    expect(GATE_MESSAGES.INVALID_FORMAT).toBe('Invalid format. Re-emit.')
    expect(GATE_MESSAGES.BELIEF_INCONSISTENT).toContain('Belief inconsistent with observations.')
    expect(GATE_MESSAGES.POSTURE_WITHOUT_EVIDENCE).toContain(
      'Posture declaration not permitted without successful execution.',
    )
    expect(GATE_MESSAGES.TERMINATION_UNEARNED).toContain('Termination blocked; belief incomplete.')
  })

  it('would fail these tests if they said how to do the work', () => {
    const bad = ['Check policy reports.', 'Use read_resource first.', 'You should retry with another tool.']
    expect(bad.every((text) => IMPERATIVE.test(text) || ADVICE.test(text))).toBe(true)
  })
})
