import { once } from '../../../ledger/lazy.ts'
import type { GapKind } from './gap-labels.ts'
import { anyOf, patternOf } from './patterns.ts'

/** The words by which people name checks, in our languages. */

/** All checks together. */
export const allChecks = once(
  () =>
    `${anyOf('ci pipelines? checks prüfungen vérifications comprobaciones verificações controlli kontroly проверки пайплайн')}|^(?:everything|all(?:\\sof\\s(?:it|them))?|alles|tout|todo|tutto|tudo|vše|всё|все|全部|所有|すべて|全て|전부|모두)$|流水线|パイプライン|파이프라인`,
)

/** Kinds of checks other than tests. */
const kinds = once(
  (): Readonly<Record<string, string>> => ({
    lint: `${anyOf('(?:es|ts|js|css|html|style|ox|py|go|kt|swift|yaml|sql|proto|markdown|shell|golangci-|super-)?lint(?:s|er|ers|ing|ers?|regeln|fehler)? линтер\\p{L}{0,3} линт biome ruff flake8 clippy rubocop')}|代码检查|静态检查|リント|リンタ|静的解析|린트|린터`,
    types: `${anyOf('type-?checks? type-?checking type-?checker type\\schecks? type\\schecking type\\serrors types tsc mypy pyright typescript typprüfung typfehler typage vérification\\sdes\\stypes tipado verificación\\sde\\stipos checagem\\sde\\stipos verifica\\sdei\\stipi kontrola\\stypů проверка\\sтипов')}|类型检查|型チェック|타입\\s?(?:체크|검사)`,
    build: `${anyOf('builds? compil(?:e|es|ed|er|ing|ation|a|an|ar|ación|ação|azione|é|er) kompil(?:iert|ieren|ierung|ace|uje) bundle bauvorgang construcción sestavení сборк[аиу] компиляци[яию]')}|构建|编译|ビルド|コンパイル|빌드|컴파일`,
    format: anyOf(
      'format(?:s|ted|ter|ting|ierung|ierer|age|tage|teur|o|ação|tazione|ování)? prettier formateo mise\\sen\\sforme форматировани[ея]',
    ),
  }),
)

/** Compounds whose first part says which tests: "unit" in "unittest". Any other word that ends in "test" is a word of its own. */
const compounded = once(
  () =>
    'unit|doc|g|c|xc|ko|py|vi|api|ui|e2e|smoke|sanity|system|regressions?|komponenten|modul|einheiten|funktions?|integrations?|last|belastungs|stress|leistungs|performance|browser|rauch|akzeptanz|abnahme',
)

/** Any test: the word, a compound of it, or a runner. */
export const testWord = once(
  () =>
    `${anyOf(`(?:${compounded()})?tests? (?:${compounded()})?testsuiten? suites? specs assertions? testl[aä]ufe? testlauf testf[aä]lle testfall pruebas? testes? test[yuů] testech testem testům jest mocha junit phpunit rspec тест(?:ы|а|ов|ам|ами|ах|у|ом|е)?`)}|测试|单测|用例|テスト|테스트`,
)

/** Kinds of tests that are no part of a project's ordinary suite, unless their check says so. */
const apart = once(
  (): Readonly<Record<string, string>> => ({
    e2e: `${anyOf('e2e end-?to-?end end\\sto\\send ende-zu-ende bout\\sen\\sbout extremo\\sa\\sextremo punta\\sa\\spunta ponta\\sa\\sponta сквозн\\p{L}{0,4} playwright cypress selenium')}|端到端|e2e|エンドツーエンド|종단\\s?간`,
    integration: `${anyOf('integration\\p{L}{0,24} intégration integración integração integrazione integrační интеграционн\\p{L}{0,4}')}|集成|結合|統合|통합`,
    load: `${anyOf('load last lasttests? belastungstests? charge carga carico zátěž\\p{L}{0,6} нагрузочн\\p{L}{0,4} stress stresstests?')}|负载|压力|負荷|ストレス|부하|스트레스`,
    speed: `${anyOf('perf performance\\p{L}{0,24} benchmarks? rendimiento desempenho prestazioni výkon\\p{L}{0,6} производительност\\p{L}{0,3} leistungstests?')}|性能|基准|パフォーマンス|ベンチマーク|성능`,
    browser: `${anyOf('browsers? browsertests? navigateurs? navegador(?:es)? ui gui visual visuell\\p{L}{0,24} visuels? visuales screenshots? visuais visivi vizuální prohlížeč\\p{L}{0,3} визуальн\\p{L}{0,4}')}|浏览器|界面|ブラウザ|画面|브라우저|화면`,
    manual: `${anyOf('manual\\p{L}{0,24} manuell\\p{L}{0,24} manuel\\p{L}{0,24} manuais manuali ruční ручн\\p{L}{0,4}')}|수동|手动|手工|人工|手動`,
    device: `${anyOf('devices? phones? mobile handy mobil\\p{L}{0,24} móvil(?:es)? android ios windows macos')}|手机|移动端|モバイル|実機|スマホ`,
    security: `${anyOf('security penetration sicherheits\\p{L}{0,24} sécurité seguridad segurança sicurezza bezpečnostní безопасност\\p{L}{0,3} fuzz\\p{L}{0,24}')}|安全|セキュリティ|보안`,
    smoke: `${anyOf('smoke rauchtests? acceptance akzeptanztests? abnahmetests? accessibility')}|冒烟|验收|受け入れ|スモーク`,
  }),
)

/** Tests that do not exist yet: "more tests could be written". */
const toWrite = once(
  () =>
    `${anyOf(
      `more additional further extra missing write add adding written added cover weitere[nrs]? mehr zusätzliche[nrs]? fehlende[nrs]? schreiben ergänzen hinzufügen d['’]autres supplémentaires? manquants? écrire ajouter más adicionales otros faltantes escribir añadir agregar escrever adicionar scrivere aggiungere napsat dopsat přidat написать дописать добавить`,
    )}|추가|작성|更多|补充|编写|添加|增加|补写|追加|書く|増や`,
)

/** Something that fails or was not run. */
const failsOrNotRun = once(
  () =>
    `${anyOf(
      `fail\\p{L}{0,24} red broken not n['’]t never unable unrun fehlschl\\p{L}{0,24} fehlgeschlagen schl[aä]g\\p{L}{0,24} rot nicht kaputt échou\\p{L}{0,24} échec pas rouges? fall[aeióo]\\p{L}{0,24} no sin rotos? rojos?`,
    )}|失败|未|没|失敗|落ち|ません|ない`,
)

/** The kinds of checks other than tests that a text names. */
export const kindsIn = (text: string): string[] => namedOf(kinds(), text)

/** The kinds of tests that a text names besides the ordinary suite. */
export const testsApartIn = (text: string): string[] => namedOf(apart(), text)

const namedOf = (sources: Readonly<Record<string, string>>, text: string): string[] =>
  Object.entries(sources).flatMap(([kind, source]) => (patternOf(source).test(text) ? [kind] : []))

export const namesTests = (text: string): boolean => patternOf(testWord()).test(text)

/** The pattern of the words for these kinds of checks. */
export const wordsOfKinds = (named: readonly string[]): string => named.flatMap((kind) => kinds()[kind] ?? []).join('|')

/** The pattern of the words for these kinds of tests. */
export const wordsApart = (named: readonly string[]): string => named.flatMap((kind) => apart()[kind] ?? []).join('|')

/** The pattern of any word for checks. */
export const anyCheck = (): string => [allChecks(), testWord(), ...Object.values(kinds())].join('|')

/** Open "new tests" are tests to write; new tests that were not run exist. */
const newWord = once(
  () => `${anyOf('new neue[nrs]? nouveaux nouvelles? nuev[oa]s? novos? novas? nuov[oiae] nov[ýéá] новые')}|新|새`,
)

/** True if the text speaks of tests that are still to be written. */
export const asksForTests = (text: string, kind: GapKind): boolean =>
  (patternOf(toWrite()).test(text) || (kind === 'unfinished' && patternOf(newWord()).test(text))) &&
  !patternOf(failsOrNotRun()).test(text)
