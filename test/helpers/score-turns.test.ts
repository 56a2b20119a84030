import { expect, it } from 'vitest'
import { type GoldTurn, scoreTurns } from './score-turns.ts'

const turn = (text: string, files: number | null, more: Partial<GoldTurn> = {}): GoldTurn => ({
  id: text,
  text,
  kind: 'real',
  claims: [],
  turn_files_changed: files,
  ...more,
})
const strong: GoldTurn['claims'] = [{ type: 'done', level: 'explicit', quote: 'x' }]
const report: GoldTurn['claims'] = [{ type: 'done', level: 'report', quote: 'x' }]
const doubt: GoldTurn['claims'] = [{ type: 'done', level: 'explicit', hedged: true, quote: 'x' }]

it('counts held turns by what they changed and what their messages claim, and gaps only where they are labelled', () => {
  const gold = [
    turn('hold a', 2, { claims: strong, gaps: [] }),
    turn('b', 0, { claims: strong }),
    turn('hold c', 0, { claims: report }),
    turn('hold d', 0),
    turn('e', 0, { claims: doubt }),
    turn('gap f', 1, { gaps: [{}] }),
    turn('gap g', 1, { gaps: [] }),
    turn('hold h', null, { claims: strong }),
    turn('hold i', 0, { kind: 'adversarial', claims: strong }),
  ]
  const decide = (text: string) => ({ hold: text.startsWith('hold'), gaps: text.startsWith('gap') ? [text] : [] })
  expect(scoreTurns(gold, decide)).toEqual({
    changedStrong: { hits: 1, of: 1 },
    unchangedStrong: { hits: 0, of: 1 },
    unchangedReport: { hits: 1, of: 1 },
    unchangedQuiet: { hits: 1, of: 1 },
    gapsInvented: { hits: 1, of: 2 },
    gapsFound: { hits: 1, of: 1 },
  })
})
