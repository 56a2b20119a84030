import { describe, expect, it } from 'vitest'
import { scaled } from '../../../test/helpers/scale.ts'
import { builtInPolicy } from '../../policy/built-in.ts'
import type { Policy, Validator } from '../../policy/policy.ts'
import { readGaps } from '../extract/extract.ts'
import type { Lack } from '../support.ts'
import type { SeenValidation } from '../turn.ts'
import { isCovered } from './excused.ts'

const command = (kind: string, ...words: string[]): Validator =>
  ({ kind, command: words, slots: {}, cwd: '.', env: {}, pins: [], outputs: [] }) as unknown as Validator

const POLICY: Policy = {
  ...builtInPolicy(),
  validators: {
    test: command('node_test_pass', 'npm', 'test'),
    lint: command('command_zero_exit', 'npm', 'run', 'lint'),
    e2e: command('command_zero_exit', 'npx', 'playwright', 'test'),
    rules: command('command_zero_exit', 'sh', 'tools/rules.sh'),
  },
}

const failed = (validator: string): Lack => ({ code: 'FAILED', validator, detail: 'FAILED: no.', seqs: [4] })
const refused: Lack = {
  code: 'REFUSED',
  validator: 'test',
  detail: 'CHECK_CHANGED: Its definition has changed (package.json#/scripts/test).',
  seqs: [4],
}

/** True if the message states a gap that covers the check, in which the test "parses" of test/parser.test.js fails. */
const covers = (message: string, lack = failed('test'), failures: readonly string[] | null = FAILING): boolean => {
  const validations = [{ seq: 4, failures } as unknown as SeenValidation]
  return readGaps(message).some((gap) => isCovered(lack, gap, POLICY, { validations }))
}
const FAILING = ['test/parser.test.js > parses']

describe('a hostile message', () => {
  it.each(['x parses ', 'lint', 'test', 'x parses_ '])('that repeats %j is judged', (part) => {
    expect(covers(`Not run: ${part.repeat(scaled(60_000) / part.length)}_`)).toBeTypeOf('boolean')
  })
})

describe('a stated gap covers a failing check', () => {
  it.each([
    'Failing: parses',
    'FAILING: PARSES',
    'failing:   Parses (expected)',
    'Failing: prints and parses',
    'Failing: `parser.test.js`',
    'Failing: test/parser.test.js, line 12',
    'Failing: the parser test',
    'Failing: nothing except parses',
    'The test "parses" still fails.',
    'Der Test parses schlägt noch fehl.',
    'Le test « parses » échoue encore.',
    'El test parses sigue fallando.',
    '测试 parses 仍然失败。',
    'テスト parses はまだ失敗しています。',
    'O teste parses ainda falha.',
    'Não verificado: o teste parses',
    'Failing (1): parses',
    'Failing: [parses](test/parser.test.js)',
    '**Failing**\n\n- parses',
    'Failing: parses, everything else passes',
    'Failing: parses (all others pass)',
    'Failing: parses still returns -1',
  ])('by the name of a test or file that fails: %s', (message) => {
    expect(covers(message)).toBe(true)
  })

  it.each([
    'Failing: 2 of 40',
    'Failing: the unit tests',
    'Failing: everything',
    'Failing: npm test',
    'Failing: no test passes',
    'Open: two tests are red',
    'Not verified: the test suite',
    'Not verified: no network here, so the tests were not run',
    'I could not run the tests in this sandbox.',
    'Nicht geprüft: die Tests',
    'Fehlgeschlagen: kein Test läuft',
    'Non vérifié : les tests',
    'Sin verificar: no pude ejecutar las pruebas',
    '未验证：无法运行测试',
    '未検証：テストは実行していません',
    'Failing: unittests',
    'Nicht geprüft: Komponententests',
    'Um teste ainda falha.',
    'Não verificado: os testes',
    'Non verificato: i test',
    'Testy jsem nespustil.',
    'Один тест всё ещё падает.',
    '테스트를 실행하지 못했습니다.',
    'Failing: CI',
    'Not run: all checks',
    'Not run: lint and tests',
    'Not verified: whether the tests pass',
    'The upload works, but one test still fails.',
    'I could not run the tests because Docker is missing.',
    'Not verified: README, tests',
  ])('by its kind: %s', (message) => {
    expect(covers(message)).toBe(true)
  })

  it('by its own name, script or command', () => {
    expect(covers('Failing: rules', failed('rules'), null)).toBe(true)
    expect(covers('Not verified: tools/rules.sh', failed('rules'), null)).toBe(true)
    expect(covers('Not verified: the linter', failed('lint'), null)).toBe(true)
    expect(covers('Not verified: end-to-end', failed('lint'), null)).toBe(false)
    expect(covers('Not verified: e2e tests', failed('e2e'), null)).toBe(true)
  })

  it('that was refused, also by the file that changed', () => {
    expect(covers('Not verified: tests', refused, null)).toBe(true)
    expect(covers('Open: package.json must be approved', refused, null)).toBe(true)
    expect(covers('Open: the README', refused, null)).toBe(false)
  })
})

describe('a stated gap does not cover a failing check', () => {
  it.each([
    'Failing: the deployment',
    'Not verified: how it looks in the dark',
    'Open: a rule that parses dates',
    'I could not run the linter.',
    'Ich konnte den Linter nicht ausführen.',
    'Not verified: the type check',
    'I could not test the upload form.',
  ])('if it names something else: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Failing: the test "prints"',
    'Failing: test/printer.test.js',
    'The printer test still fails.',
    'Der Test „prints“ schlägt noch fehl.',
    'Le test « prints » échoue encore.',
    'El test «prints» sigue fallando.',
    '测试「prints」仍然失败。',
    'テスト「prints」はまだ失敗しています。',
  ])('if it names another test: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Not verified: load tests',
    'Not verified: e2e tests',
    'Open: tests in the browser',
    'Nicht geprüft: Lasttests',
    'Nicht geprüft: Ende-zu-Ende-Tests',
    'Non vérifié : les tests de charge',
    'Sin verificar: pruebas de extremo a extremo',
    '未验证：端到端测试',
    '未検証：負荷テスト',
    'Non verificato: test di carico',
    'Не проверено: нагрузочные тесты',
    '미확인: 부하 테스트',
    'Neověřeno: zátěžové testy',
    'Não verificado: testes de ponta a ponta',
    'Failing: the Turing test',
    'Not verified: load and stress tests',
  ])('if it names another kind of tests: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Open: more tests would help',
    'Open: write tests for the printer',
    'Offen: weitere Tests schreiben',
    'À faire : écrire d’autres tests',
    'Pendiente: añadir más pruebas',
    '待办：补充测试',
    '未対応：テストの追加',
    'Aberto: escrever mais testes',
    'Не сделано: написать тесты для README',
    '남은 작업: 테스트 추가',
    'Zbývá: napsat další testy',
    'Da fare: aggiungere test',
    'Open: new tests',
    'Open: a script that parses tests',
  ])('if the tests do not exist yet: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Open: the README for the latest version',
    'Failing: contest entries',
    'Open: a protest against the name',
    'Failing: the fastest route',
    'Offen: Protest der Nutzer',
    'Failing: manifest upload',
  ])('if a word only ends like "test": %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Open: the pipeline diagram in the README',
    'Open: health checks for the API',
    'Open: the checks page of the site',
    'Open: CI badge in README',
    'Open: the CI and checks page',
    'Open: docs for lint, tests and CI',
    'Not verified: the test data licence',
    'Failing: test account login',
    'Open: the test data for parses',
    'Ouvert : la page des tests',
    'Открыто: документация тестов',
    '未完成：测试文档',
    '未完了：テストのドキュメント',
    '미완료: 테스트 문서',
  ])('if the word for a check describes something else: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it('if it uses the word for another kind of check for something else', () => {
    const check = (validator: string, ...command_: string[]): Policy => ({
      ...POLICY,
      validators: { [validator]: command('command_zero_exit', ...command_) },
    })
    const [gap] = readGaps('Open: more user types in the README, the date format, the build badge, splinter page')
    if (gap === undefined) throw new Error('no gap')
    for (const policy of [
      check('types', 'tsc'),
      check('format', 'prettier'),
      check('build', 'make'),
      check('lint', 'eslint'),
    ])
      for (const name of Object.keys(policy.validators))
        expect(isCovered(failed(name), gap, policy, { validations: [] }), name).toBe(false)
    const [types] = readGaps('Failing: two type errors')
    expect(types !== undefined && isCovered(failed('types'), types, check('types', 'tsc'), { validations: [] })).toBe(
      true,
    )
  })

  it.each([
    'Failing: everything except parses',
    'Failing: parses passes',
    'Failing: parses is green',
    'Failing: parses never fails',
    'Failing: parses (passes)',
    'Failing: parses, which passes now',
    'Failing: parses and prints pass',
    'Not run: performance tests, but unit tests are fine',
    'Not verified: everything but the tests',
    'Failing: the tests used to fail',
    'Fehlgeschlagen: alles außer parses',
    'En échec : parses passe',
    'Fallando: todo excepto parses',
    '失败：除了 parses 全部',
    '失敗：parses 以外すべて',
  ])('if it says that the check is fine: %s', (message) => {
    expect(covers(message)).toBe(false)
  })

  it.each([
    'Failing: tests in another repository',
    'One test still fails in the other repo.',
    'Failing: parses in the docs repo',
    'Failing: upstream tests',
    'Un test échoue encore dans un autre dépôt.',
    'Un test sigue fallando en otro repositorio.',
  ])('if it is about another place: %s', (message) => {
    expect(covers(message)).toBe(false)
  })
})
