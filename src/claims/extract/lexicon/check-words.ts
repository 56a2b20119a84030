import { anyOf, patternOf } from './patterns.ts'

/** The words by which people name checks, in our languages. */

/** All checks together. */
const ALL = `${anyOf('ci pipelines? checks prüfungen vérifications comprobaciones')}|^(?:everything|all(?:\\sof\\s(?:it|them))?|alles|tout|todo|tutto|всё|全部|所有|すべて|全て|전부)$|流水线|パイプライン`

/** Kinds of checks other than tests. */
const KINDS: Readonly<Record<string, string>> = {
  lint: `${anyOf('\\p{L}{0,24}lint\\p{L}{0,24} biome ruff flake8 clippy rubocop')}|代码检查|静态检查|リント|リンタ|静的解析`,
  types: `${anyOf('type-?checks? type-?checking type-?checker type\\schecks? type\\schecking type\\serrors types tsc mypy pyright typescript typprüfung typfehler typage vérification\\sdes\\stypes tipado verificación\\sde\\stipos')}|类型检查|型チェック`,
  build: `${anyOf('builds? compil\\p{L}{0,24} kompil\\p{L}{0,24} bundle bauvorgang construcción')}|构建|编译|ビルド|コンパイル`,
  format: anyOf('format\\p{L}{0,24} prettier formateo mise\\sen\\sforme'),
}

/** Any test: the word, a compound of it, or a runner. */
export const TEST_WORD = `${anyOf('\\p{L}{0,24}tests? \\p{L}{0,24}testsuite suites? specs? assertions? testlauf testfälle pruebas? testy testes testů pytest jest vitest mocha тест\\p{L}{0,24}')}|测试|单测|用例|テスト|테스트`

/** Kinds of tests that are no part of a project's ordinary suite, unless their check says so. */
const APART: Readonly<Record<string, string>> = {
  e2e: `${anyOf('e2e end-?to-?end end\\sto\\send ende-zu-ende bout\\sen\\sbout extremo\\sa\\sextremo punta\\sa\\spunta playwright cypress selenium')}|端到端|e2e|エンドツーエンド`,
  integration: `${anyOf('integration\\p{L}{0,24} intégration integración')}|集成|結合|統合`,
  load: `${anyOf('load last lasttests? belastungstests? charge carga stress stresstests?')}|负载|压力|負荷|ストレス`,
  speed: `${anyOf('perf performance\\p{L}{0,24} benchmarks? rendimiento leistungstests?')}|性能|基准|パフォーマンス|ベンチマーク`,
  browser: `${anyOf('browsers? browsertests? navigateurs? navegador(?:es)? ui gui visual visuell\\p{L}{0,24} visuels? visuales screenshots?')}|浏览器|界面|ブラウザ|画面`,
  manual: `${anyOf('manual\\p{L}{0,24} manuell\\p{L}{0,24} manuel\\p{L}{0,24}')}|手动|手工|人工|手動`,
  device: `${anyOf('devices? phones? mobile handy mobil\\p{L}{0,24} móvil(?:es)? android ios windows macos')}|手机|移动端|モバイル|実機|スマホ`,
  security: `${anyOf('security penetration sicherheits\\p{L}{0,24} sécurité seguridad fuzz\\p{L}{0,24}')}|安全|セキュリティ`,
  smoke: `${anyOf('smoke rauchtests? acceptance akzeptanztests? abnahmetests? accessibility')}|冒烟|验收|受け入れ|スモーク`,
}

/** Tests that do not exist yet: "more tests could be written". */
const TO_WRITE = `${anyOf(
  `more additional further extra missing write add adding written added cover weitere[nrs]? mehr zusätzliche[nrs]? fehlende[nrs]? schreiben ergänzen hinzufügen d['’]autres supplémentaires? manquants? écrire ajouter más adicionales otros faltantes escribir añadir agregar`,
)}|更多|补充|编写|添加|增加|补写|追加|書く|増や`

/** Something that fails or was not run. */
const FAILS = `${anyOf(
  `fail\\p{L}{0,24} red broken not n['’]t never unable unrun fehlschl\\p{L}{0,24} fehlgeschlagen schl[aä]g\\p{L}{0,24} rot nicht kaputt échou\\p{L}{0,24} échec pas rouges? fall[aeióo]\\p{L}{0,24} no sin rotos? rojos?`,
)}|失败|未|没|失敗|落ち|ません|ない`

/** The kinds of checks other than tests that a text names. */
export const kindsIn = (text: string): string[] => namedOf(KINDS, text)

/** The kinds of tests that a text names besides the ordinary suite. */
export const testsApartIn = (text: string): string[] => namedOf(APART, text)

const namedOf = (kinds: Readonly<Record<string, string>>, text: string): string[] =>
  Object.entries(kinds).flatMap(([kind, source]) => (patternOf(source).test(text) ? [kind] : []))

export const namesAllChecks = (text: string): boolean => patternOf(ALL).test(text)
export const namesTests = (text: string): boolean => patternOf(TEST_WORD).test(text)

/** True if the text speaks of tests that are still to be written. */
export const asksForTests = (text: string): boolean => patternOf(TO_WRITE).test(text) && !patternOf(FAILS).test(text)
