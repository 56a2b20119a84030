import { expect } from 'vitest'
import { attend } from './attended.ts'
import { bodies, HONEST, playGated } from './gated.ts'
import { gemini } from './hosts/gemini.ts'
import { FAILURE, lessonsIn, outcomesIn, ROLLBACK, VIOLATION } from './outcomes.ts'

playGated(gemini, [], [VIOLATION, ROLLBACK, FAILURE])

attend({
  it: 'gemini, attended: observes a rejection and an approval, when a person answers its questions',
  host: gemini,
  args: ['--model', 'gemini-2.5-flash'],
  script: () => ({
    main: [{ calls: [{ shell: 'git reset --hard' }] }, { calls: [{ shell: 'echo no > no.txt' }] }, { text: HONEST }],
  }),
  person: [
    { sees: /Typeyourmessage/, types: 'Doit' },
    { sees: /Doit/, types: '\r' },
    { sees: /Allowexecution/, asked: 1, types: '1' },
    { sees: /no\.txt.*Allowexecution/, asked: 2, types: '3' },
    { sees: /Requestcancelled/, types: 'Goon' },
    { sees: /Goon/, types: '\r' },
    { sees: /donotpassyet/, types: '\u0003' },
    { sees: /again/, types: '\u0003' },
  ],
  expects: (entries, learnt) => {
    expect(bodies(entries, 'person.asked')).toHaveLength(2)
    expect(outcomesIn(entries)).toEqual([
      expect.stringMatching(/^fine: .*git reset --hard/),
      expect.stringMatching(/^rejection: .*echo no > no\.txt/),
    ])
    expect(lessonsIn(learnt)).toEqual([
      expect.stringMatching(/^fine: /),
      expect.stringMatching(/^rejection: (?:pattern|unconfirmed)$/),
    ])
  },
})
