import { describe, expect, it } from 'vitest'
import { readGaps } from './extract.ts'

const told = (text: string): string[] => readGaps(text).map(({ kind, quote, form }) => `${form} ${kind}: ${quote}`)

describe('the plain form states a gap', () => {
  it.each([
    ['Open: the README.', 'plain unfinished: Open: the README.'],
    ['Failing: login.test.ts', 'plain failing: Failing: login.test.ts'],
    ['Not verified: the upload', 'plain unverified: Not verified: the upload'],
    ['Fehlgeschlagen: zwei Tests', 'plain failing: Fehlgeschlagen: zwei Tests'],
    ['Non vérifié : le build', 'plain unverified: Non vérifié : le build'],
    ['Pendiente: la guía', 'plain unfinished: Pendiente: la guía'],
    ['Não verificado: o envio', 'plain unverified: Não verificado: o envio'],
    ['Non verificato: il server', 'plain unverified: Non verificato: il server'],
    ['Selhává: test přihlášení', 'plain failing: Selhává: test přihlášení'],
    ['Не проверено: сборка', 'plain unverified: Не проверено: сборка'],
    ['未验证：上传', 'plain unverified: 未验证：上传'],
    ['未検証：アップロード', 'plain unverified: 未検証：アップロード'],
    ['실패: 로그인 테스트', 'plain failing: 실패: 로그인 테스트'],
    ['- **Failing:** the login test', 'plain failing: Failing:** the login test'],
    ['⚠️ Open: the migration', 'plain unfinished: Open: the migration'],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual([expected])
  })

  it('in a list below such a heading, up to the next heading or paragraph', () => {
    const text = '## Failing\n- login\n- logout\n\n## Done\n- signup\n'
    expect(told(text)).toEqual(['plain failing: login', 'plain failing: logout'])
    expect(told('Open:\n- docs\n- changelog\n\nEverything else is in place.')).toEqual([
      'plain unfinished: docs',
      'plain unfinished: changelog',
    ])
  })

  it('once per line, with exact offsets into the message', () => {
    const text = 'I changed the parser.\n\nFailing: the **fuzz** test\nNot verified: Windows\n'
    const gaps = readGaps(text)
    expect(gaps).toHaveLength(2)
    for (const { quote, start, end } of gaps) expect(text.slice(start, end)).toBe(quote)
  })

  it('and names tests, or something else', () => {
    expect(readGaps('Failing: the login test').map(({ namesTests }) => namesTests)).toEqual([true])
    expect(readGaps('Open: the README').map(({ namesTests }) => namesTests)).toEqual([false])
  })

  it('as a part, if the message claims the rest to be complete', () => {
    expect(readGaps('Done.\n\nOpen: the README').map(({ part }) => part)).toEqual([true])
    expect(readGaps('Open: the README').map(({ part }) => part)).toEqual([undefined])
  })

  it.each([
    'Open: none',
    'Failing: 0',
    'Offen: nichts.',
    'Open the file: it lists the routes.',
    'The store is open: you can buy.',
    '```\nFailing: login\n```\nThat is the old log.',
    '> Failing: login\n\nThat is what you wrote.',
    '## Open\n- [x] docs',
    '## Open source\n- React',
  ])('but not by: %s', (text) => {
    expect(told(text).filter((one) => one.startsWith('plain'))).toEqual([])
  })
})
