import { expect, it } from 'vitest'
import { judgeStops } from './judge.ts'

const found = (stdout: string): string[] =>
  judgeStops([{ path: '/p/settings.json', command: 'mine', stdout }]).map(({ code, what }) => `${code} ${what}`)

it('a hook that answers "continue": false is found, with its file and command', () => {
  expect(found('{"continue": false, "stopReason": "enough"}\n')).toEqual([
    'BLOCK_OVERRULED In /p/settings.json, another hook ends every turn, also one that our hook blocks: mine answers "continue": false.',
  ])
})

it.each(['', '{}', '{"continue": true}', '{"decision":"block","reason":"Not yet."}', 'done, "continue": false'])(
  'a hook that lets other hooks decide is not: %s',
  (stdout) => expect(found(stdout)).toEqual([]),
)
