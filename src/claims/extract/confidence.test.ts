import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'

const framesOf = (text: string): (readonly string[])[] =>
  extractClaims(text).considered.flatMap(({ frame }) => (frame === undefined ? [] : [frame]))
const claimsOf = (text: string): string[] => extractClaims(text).claims.map(({ type }) => type)

describe('the frame of a candidate', () => {
  it.each([
    ['own', 'I fixed the crash.'],
    ['bare', 'Fixed the crash.'],
    ['passive', 'The crash has been fixed.'],
    ['states', 'The crash is fixed.'],
    ['headline', 'Crash fixed'],
    ['asserts', 'All tests pass.'],
    ['sign', '✅ Login'],
    ['denies', 'No linter errors.'],
    ['states', 'Le bug est corrigé.'],
    ['bare', 'Behoben.'],
    ['ours', 'The crash is fixed.'],
    ['yours', 'Your branch is complete.'],
    ['generic', 'Orders are shipped from the depot.'],
    ['marked', 'The crash is now fixed.'],
    ['placed', 'Paging is implemented in `list.ts`.'],
    ['released', 'It has been fixed in version 5.'],
    ['aside', 'It is fixed because the lock is held.'],
    ['first', 'Done.'],
    ['heading', '## Done'],
    ['item', '- Fixed the crash'],
  ])('shows %s', (trait, text) => {
    expect(framesOf(text)[0]).toContain(trait)
  })
})

describe('the surroundings of a candidate', () => {
  const routine = 'The checksum is verified.'
  const how = 'The loader reads the header. It compares the length with the table, and the parser takes the rest.'

  it('cancels a claim inside an explanation', () => {
    expect(claimsOf(`${how} ${routine}`)).toEqual([])
    expect(extractClaims(`${how} ${routine}`).considered.at(-1)?.outcome).toBe('described')
  })

  it('keeps it if the agent says what it did', () => {
    expect(claimsOf(`I added the check and moved the table. ${routine}`)).toContain('verified')
  })

  it('says how sure it is, and why', () => {
    const [considered] = extractClaims('I fixed the crash.').considered
    expect(considered).toMatchObject({ outcome: 'claimed', confidence: 5, frame: ['own', 'short', 'first'] })
  })

  it("does not weigh the agent's own acts", () => {
    expect(claimsOf(`${how} I fixed the crash.`)).toEqual(['fixed'])
  })

  it('lets one claim vouch for other sentences, but not one table row for another', () => {
    expect(claimsOf('Fixed the crash.\n\n| step | state |\n|---|---|\n| Parser | done |')).toContain('done')
    expect(claimsOf('**The board**\n\n| Ticket | Status |\n|---|---|\n| A-1 | Done |\n| A-2 | Done |')).toEqual([])
  })

  it('finds no report among the properties in a table of a survey', () => {
    const row = '| Route | Auth |\n|---|---|\n| `/login` | added in `auth.ts` |'
    expect(claimsOf(`${how}\n\n${row}`)).toEqual([])
    expect(claimsOf(`I moved the table.\n\n${row}`)).toEqual(['done', 'done'])
  })

  it.each([
    [
      'en',
      'Does it use sessions? The route reads the cookie. It calls the store. The store holds the user.',
      'The token is verified.',
    ],
    ['fr', 'La route lit le cookie. Le module contient deux fonctions. Il renvoie un jeton.', 'Le jeton est validé.'],
    ['es', 'La ruta lee la cookie. El módulo contiene dos funciones. Devuelve un token.', 'El token está validado.'],
    [
      'de',
      'Die Route liest das Cookie. Das Modul enthält zwei Funktionen. Es liefert ein Token.',
      'Das Token ist geprüft.',
    ],
    ['zh', '这个模块包含两个函数。缓存位于内存中。模块负责登录。', '令牌已经验证。'],
  ])('cancels a claim inside an explanation in %s', (_, explanation, sentence) => {
    expect(claimsOf(`${explanation} ${sentence}`)).toEqual([])
    expect(claimsOf(sentence)).toEqual(['verified'])
  })

  it('takes a heading beside crosses for the column of a board', () => {
    const board = '### Implemented\n- Login\n- Paging\n\n### Missing\n- ❌ Export'
    expect(claimsOf(board)).toEqual([])
    expect(claimsOf('### Implemented\n- Login\n- Paging')).toContain('done')
    expect(claimsOf('## Implementation complete\n- 🔴 red badge\n- Login')).toContain('done')
  })

  it('takes the value of a label for a state, not for an act', () => {
    expect(framesOf('- Framing: implemented')[0]).toContain('headline')
    expect(framesOf('- Implemented the framing')[0]).toContain('bare')
  })

  it('believes passing tests although no code has changed, but no completion', () => {
    expect(claimsOf('I have not changed any code. All 14 tests pass.')).toEqual(['tests_pass'])
    expect(claimsOf('I have not changed any code. The importer is complete.')).toEqual([])
  })

  it('finds no success if tests are reported as failed', () => {
    expect(claimsOf('- **Passed:** 421\n- **Failed:** 12')).toEqual([])
  })

  it('finds no finished work if nothing was changed', () => {
    expect(claimsOf("I read the log. The run is complete. I haven't changed any code.")).toEqual([])
  })

  it('treats a letter for someone else as a draft', () => {
    expect(claimsOf('Subject: Delay\n\nHi Ana,\n\nthe mapping has been corrected.')).toEqual([])
  })
})
