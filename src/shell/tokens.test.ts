import { describe, expect, it } from 'vitest'
import { tokensOf } from './tokens.ts'

describe('the tokens of a command', () => {
  it.each(['npm   test', ' npm test ', "'npm' te''st", 'npm \\\n test', 'npm test # all', 'npm test;', '{npm,test}'])(
    'are the same, however it is written: %j',
    (text) => {
      expect(tokensOf(text)).toEqual(['npm', 'test'])
    },
  )

  it.each([
    ...[
      'npm test | cat',
      'npm test || true',
      'npm test; exit 0',
      'npm test &',
      '! npm test',
      '(npm test)',
      'CI=1 npm test',
    ],
    ...[
      'npm test > x',
      'npm $X',
      'npm *',
      'npm ~',
      'npm "$(a)"',
      '',
      '# x',
      'npm "test',
      'npm test\nnpm test',
      'a() { b; }',
    ],
  ])('are null for more than one command, or if they depend on the world: %j', (text) => {
    expect(tokensOf(text)).toBeNull()
  })

  it('differ if the words differ', () => {
    expect(tokensOf('npm "test x"')).toEqual(['npm', 'test x'])
    expect(tokensOf("npm '*'")).toEqual(['npm', '*'])
  })
})
