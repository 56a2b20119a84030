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
    ['Failing (1): adds', 'plain failing: Failing (1): adds'],
    ['Failing 2: adds, subtracts', 'plain failing: Failing 2: adds, subtracts'],
    ['Failing (expected): adds', 'plain failing: Failing (expected): adds'],
    ['Known failing: adds', 'plain failing: Known failing: adds'],
    ['❗Failing: adds', 'plain failing: Failing: adds'],
    ['Failing:\nadds', 'plain failing: adds'],
    ['**Failing**\n\n- adds', 'plain failing: adds'],
    ['__Offen__ (1)\n- README', 'plain unfinished: README'],
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

  it.each([
    ['Failing: adds, see [log](https://ci.test/1)', 'Failing: adds, see [log](https://ci.test/1)'],
    ['Failing: adds, see [log](https://ci.test/1).', 'Failing: adds, see [log](https://ci.test/1).'],
    ['- Failing: [adds](a.md) and [subtracts](s.md)\n- Docs', 'Failing: [adds](a.md) and [subtracts](s.md)'],
    ['Failing:\n- [adds](a.md)\n- [subtracts](s.md) as well', '[adds](a.md)', '[subtracts](s.md) as well'],
    ['Failing: adds [open', 'Failing: adds [open'],
  ])('with its links whole: %s', (text, ...quotes) => {
    const gaps = readGaps(text)
    expect(gaps.map(({ quote }) => quote)).toEqual(quotes)
    for (const { quote, start, end } of gaps) expect(text.slice(start, end)).toBe(quote)
  })

  it('in each line of a long message, apart from the lines that deny one', () => {
    const lines = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? `> failing: test ${i} (a)` : '> failing: none'))
    const text = lines.join('\n')
    expect(told(text)).toEqual(lines.flatMap((line, i) => (i % 2 === 0 ? [`plain failing: ${line.slice(2)}`] : [])))
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
    'Failing (fixed): adds',
    'Failing (0): adds',
    '**Failing** tests are a sign of life\n- adds',
    '**Failing**\n\n**Done**\n- adds',
  ])('but not by: %s', (text) => {
    expect(told(text).filter((one) => one.startsWith('plain'))).toEqual([])
  })
})

describe('the plain form states no gap', () => {
  it.each([
    'Failing: none of the 12',
    'Failing: not a single case',
    'Failing: zero tests',
    'Failing: 0 of 12',
    'Failed: 0 | Passed: 12',
    'Failing: tests: none',
    'Open: nothing further',
    'Open: no known issues',
    'Open: there is nothing left',
    'Open: None 🎉',
    'Not verified: nothing',
    'Not verified: none, all of it was run',
    'Offen: nichts weiter',
    'Fehlgeschlagen: kein einziger Test',
    'Offen: es gibt keine offenen Fragen',
    'En échec : aucun des tests',
    'En suspens : rien de plus',
    'Non vérifié : rien',
    'Fallando: ni una prueba',
    'Pendiente: no hay tareas',
    'Sin verificar: nada',
    '失败：没有测试失败',
    '未完成：暂时没有',
    '失敗：失敗したテストはありません',
    '未検証：特になし',
    '## Not verified\n\n- nothing',
  ])('if it says that there is none: %s', (text) => {
    expect(told(text)).toEqual([])
  })

  it.each([
    'Failing: the upload test was red, it is fixed now',
    'Failing: all tests pass',
    'Failing: the upload test no longer fails',
    'Fehlgeschlagen: der Upload, inzwischen behoben',
    'En échec : le test upload échouait, c’est corrigé',
    'Fallando: el envío, ya está corregido',
    '失败：上传之前失败，已修复',
    '失敗：アップロードは以前失敗していましたが、修正しました',
  ])('if it says that all is well again: %s', (text) => {
    expect(told(text)).toEqual([])
  })

  it.each(['Open: http://localhost:5173', 'Open: `localhost:8080/docs`', 'Open:', '## Failing\n', 'Failing: ✅'])(
    'if nothing or only an address follows: %s',
    (text) => {
      expect(told(text)).toEqual([])
    },
  )

  it.each([
    'Failing: no test passes',
    'Failing: the upload, everything else is fixed',
    'Failing: the upload, not fixed yet',
    'Open: nothing but the README',
    'Open: no tests for the parser yet',
    'Not verified: no browser available',
    'Not verified: no longer sure about Windows',
    'Failing: the upload no longer works',
    'Sin verificar: no pude ejecutar las pruebas',
    '未验证：无法运行测试',
    '未検証：テストは実行できていません',
    'Open: clean up the fixtures',
  ])('but it does by: %s', (text) => {
    expect(told(text)).toHaveLength(1)
  })

  it('but a sentence after it may', () => {
    expect(told('Failing: none (I have not run the tests)')).toHaveLength(1)
  })
})
