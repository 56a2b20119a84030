import { expect } from 'vitest'
import { attend } from './attended.ts'
import { bodies, HONEST, playGated } from './gated.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { FAILURE, lessonsIn, outcomesIn, ROLLBACK, VIOLATION } from './outcomes.ts'

playGated(claudeCode, [], [VIOLATION, ROLLBACK, FAILURE])

attend({
  it: 'claude-code, attended: observes a rejection and an approval, when a person answers its questions',
  host: claudeCode,
  args: ['--model', 'claude-sonnet-4-5'],
  script: () => ({
    main: [{ calls: [{ shell: 'git reset --hard' }] }, { calls: [{ shell: 'echo no > no.txt' }] }, { text: HONEST }],
  }),
  person: [
    { sees: /forshortcuts/, types: 'Doit' },
    { sees: /Doit/, types: '\r' },
    { sees: /Doyouwanttoproceed\?/, asked: 1, types: '1' },
    { sees: /no\.txt.*Doyouwanttoproceed\?/, asked: 2, types: '3' },
    { sees: /Whatshould/, types: 'Goon' },
    { sees: /Goon/, types: '\r' },
    { sees: /donotpassyet/, types: '/exit' },
    { sees: /exit/, types: '\r' },
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
