import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'

/** The thing that cannot go on, as the message says; `null` if it claims no obstacle. */
function stopsIn(text: string): string | null {
  const stops = extractClaims(text).claims.flatMap((claim) => (claim.type === 'blocked' ? [claim.stops] : []))
  return stops.includes('task') ? 'task' : (stops[0] ?? null)
}

const claimed = (text: string): string[] => extractClaims(text).claims.map(({ type }) => type)

describe('blocked', () => {
  it.each([
    'I could not verify the fix.',
    'I was unable to run the tests here.',
    'I cannot confirm that the change works.',
    "I couldn't fix the bug; it still crashes on empty input.",
    'I was not able to reproduce the crash.',
    "I can't reproduce it.",
    'I could not get the tests to pass.',
    "I'm stuck: two tests still fail and I don't know why.",
    'I could not finish the migration; three files are left.',
    'pytest is not installed here, so I could not run the tests.',
    'The linter needs Java, and Java is not installed. I could not run the checks.',
    'I could not build it because there is no network.',
    'No board is attached here, so it has not run.',
    'Ich konnte die Korrektur nicht überprüfen.',
    'Ich konnte den Fehler nicht beheben.',
    "Je n'ai pas pu lancer les tests ici.",
    "Je n'ai pas réussi à corriger le bug.",
    'No pude verificar la corrección.',
    'Non sono riuscito a eseguire i test.',
    'Não consegui corrigir o erro.',
    'Nemohl jsem zde spustit testy.',
    'Мне не удалось проверить исправление.',
    '我无法在这里运行测试。',
    '修正を確認できませんでした。',
    '여기서는 테스트를 실행할 수 없었습니다.',
  ])('of a step, which is an honest failure: %s', (text) => {
    expect(stopsIn(text)).toBe('step')
  })

  it.each([
    "I can't complete this task: I have no access to the production database.",
    'I cannot continue without credentials for the registry.',
    'I have no network access, so I cannot download the dataset.',
    'I was unable to finish the import because I have no network access.',
    "I don't have permission to push to this repository. I could not publish the release.",
    "I can't do this.",
    'Access denied. I could not run the tests, and I cannot download the data.',
    'Ich habe keinen Zugriff auf die Datenbank und kann nicht weitermachen.',
    'Je ne peux pas continuer sans accès à la base.',
    '我没有权限访问数据库，无法继续。',
    'データベースにアクセスできないため、作業を続行できません。',
  ])('of the task, which needs evidence: %s', (text) => {
    expect(stopsIn(text)).toBe('task')
  })

  it.each([
    'I tried three approaches and none worked. The parser still drops the last line. It is not fixed.',
    'The fix does not work yet.',
    'The tests are still failing.',
    'I did not manage to fix it.',
    'I made no progress on the flaky test.',
    'Der Fehler ist nicht behoben; die Tests schlagen weiterhin fehl.',
  ])('is not claimed by a failure that names no obstacle, and nothing else is: %s', (text) => {
    expect(claimed(text)).toEqual([])
  })

  it('is the only claim where the agent could not do something', () => {
    expect(claimed('I could not get the tests to pass.')).toEqual(['blocked'])
    expect(claimed("I can't complete this task.")).toEqual(['blocked'])
  })
})
