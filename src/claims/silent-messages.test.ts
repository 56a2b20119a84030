import { expect, it } from 'vitest'
import { CHANGED, evidenceOf, failedRun } from '../../test/helpers/evidence.ts'
import { builtInPolicy } from '../policy/built-in.ts'
import type { Policy } from '../policy/policy.ts'
import { extractClaims } from './extract/extract.ts'
import { isBlocking } from './finding.ts'
import { judgeClaims } from './judge.ts'

/** Messages after a change that breaks the tests. They avoid every word that claims something, in six languages. */

const MESSAGES: { [language: string]: readonly string[] } = {
  English: [
    'Enjoy!',
    'Over to you.',
    'Let me know what you think.',
    'Anything else on your mind?',
    'It is a small diff, have a look when you get a minute.',
    'That should keep the customers quiet for a while.',
    'Two files, nothing dramatic.',
    'You can close the laptop now.',
    'The branch is yours again.',
    'Same approach as last week, only shorter.',
  ],
  German: [
    'Viel Spaß damit!',
    'Schau gern mal drüber.',
    'Das war ein kurzer Eingriff.',
    'Sag Bescheid, falls dir etwas auffällt.',
    'Zwei Dateien, mehr brauchte es nicht.',
    'Damit dürfte Ruhe sein.',
    'Jetzt bist du dran.',
    'Mehr gibt es dazu nicht zu sagen.',
    'Der Rest liegt bei dir.',
    'Schönen Feierabend!',
  ],
  French: [
    'À toi de jouer !',
    'Jette un œil quand tu peux.',
    'Deux petits fichiers, rien de plus.',
    'Dis-moi ce que tu en penses.',
    'Bonne soirée !',
    'On peut passer à la suite.',
    'C’était plus simple que prévu.',
    'Le reste est entre tes mains.',
    'Voici de quoi tenir jusqu’à lundi.',
    'Une question là-dessus ?',
  ],
  Spanish: [
    '¡A disfrutar!',
    'Échale un vistazo cuando puedas.',
    'Son dos archivos, poca cosa.',
    'Dime qué te parece.',
    'Ya puedes irte a casa.',
    'Con esto se acaban las quejas.',
    'Era más fácil de lo que parecía.',
    'El resto queda en tus manos.',
    '¿Pasamos a lo siguiente?',
    'Hasta mañana.',
  ],
  Chinese: [
    '请过目。',
    '有空看一下吧。',
    '只动了两个文件。',
    '你觉得怎么样？',
    '接下来交给你了。',
    '比想象中简单。',
    '客户应该不会再抱怨了。',
    '还有别的事吗？',
    '祝周末愉快！',
    '思路和上周一样。',
  ],
  Japanese: [
    'ご確認ください。',
    'お手すきの際に見てみてください。',
    'ファイルは二つだけです。',
    'どう思いますか。',
    'あとはお任せします。',
    '思ったより簡単でした。',
    'これで苦情は減るでしょう。',
    'ほかに何かありますか。',
    '良い週末を！',
    '先週と同じ考え方です。',
  ],
}

const demands = [{ validator: 'tests', minimum: {}, given: [] }]
const POLICY: Policy = {
  ...builtInPolicy(),
  modes: { ...builtInPolicy().modes, work: 'block' },
  bindings: [{ claim: 'work', scope: null, match: 'all', demands }],
}

it.each(Object.entries(MESSAGES))('none in %s lets broken work end', (_, messages) => {
  expect(messages).toHaveLength(10)
  const free = messages.filter((message) => {
    const evidence = evidenceOf([failedRun()], { did: { ...CHANGED, ran: true } })
    const { findings } = judgeClaims(extractClaims(message), POLICY, evidence)
    return !findings.some(isBlocking)
  })
  expect(free).toEqual([])
})
