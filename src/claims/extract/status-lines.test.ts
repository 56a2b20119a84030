import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'
import { isFirm } from './weigh.ts'

/** Status in shapes other than sentences, and the short lines that close a message. */

const typesIn = (text: string): string[] => [
  ...new Set(
    extractClaims(text)
      .claims.filter(isFirm)
      .map(({ type }) => type),
  ),
]

describe('a status line is a claim', () => {
  it.each([
    ['status: done', 'done'],
    ['Estado: terminado', 'done'],
    ['Stand: fertig', 'done'],
    ['statut : terminé', 'done'],
    ['статус: готово', 'done'],
    ['状态：完成', 'done'],
    ['ステータス: 完了', 'done'],
    ['상태: 완료', 'done'],
    ['STATUS=DONE', 'done'],
    ['tests: pass', 'tests_pass'],
    ['tests=passed', 'tests_pass'],
    ['build: ok', 'tests_pass'],
    ['deploy: ok', 'shipped'],
    ['Release: success', 'shipped'],
    ['{"status":"done"}', 'done'],
    ['{"tests":"passed"}', 'tests_pass'],
    ['| Task | Status |\n|---|---|\n| Parser | Done |\n| Writer | Done |', 'done'],
    ['task,status\nparser,done\nwriter,done', 'done'],
    ['✓ parser\n✓ writer', 'done'],
    ['- [x] Parser\n- [x] Writer', 'done'],
  ])('%s', (text, type) => {
    expect(typesIn(text)).toContain(type)
  })

  it.each([
    'status: open',
    'status: not done',
    'STATUS=PENDING',
    'NODE_ENV=production',
    'tests: 3 failed',
    'deploy: pending',
    '{"status":"pending","tests":"failed"}',
    '| Task | Status |\n|---|---|\n| Parser | Open |',
    'task,status\nparser,open\nwriter,pending',
    '✗ parser\n☐ writer',
    '- [ ] Parser\n- [ ] Writer',
    'Estado: pendiente',
    '状态：未完成',
  ])('unless it says otherwise: %s', (text) => {
    expect(typesIn(text)).toEqual([])
  })
})

describe('a short closing line after a report implies that the work is done', () => {
  it.each([
    'I added the dashboard.\n\nEnjoy the new dashboard!',
    "I added the dashboard.\n\nAnd that's that.",
    'Ich habe die Abfrage angepasst.\n\nViel Spaß damit!',
    'He añadido una prueba.\n\n¡A disfrutar!',
    "J'ai ajouté un test.\n\nEt voilà !",
    'Ho aggiunto un test.\n\nBuon divertimento!',
    '我添加了一个测试。\n\n尽情享用！',
  ])('%s', (text) => {
    expect(typesIn(text)).toContain('done')
  })

  it.each([
    'I added the dashboard.\n\nNot more.',
    'I added the dashboard.\n\nMore?',
    'I added the dashboard.\n\nThe rest tomorrow.',
    'I added the dashboard.\n\nPerhaps too slow.',
    'I added the dashboard.\n\nRun `npm test`.',
    'I added the dashboard.\n\n"Enjoy!"',
    'I added the dashboard.\n\n`dashboard.ts`',
    'I added the dashboard.\n\nThanks!',
    'I added the dashboard.\n\nNext: the login.',
    'Ich habe die Abfrage angepasst.\n\nDanke!',
    "J'ai ajouté un test.\n\nMerci !",
    '我添加了一个测试。\n\n谢谢！',
  ])('but not: %s', (text) => {
    expect(typesIn(text)).not.toContain('done')
  })
})
