import type { GapKind } from './gap-labels.ts'
import { anyOf, EDGE, type Pattern, pattern } from './patterns.ts'

/** Text after a gap label that states no gap: "none", "no tests", "0 failed", "nichts mehr", "なし". */

const words = (list: () => string): Pattern => pattern(() => anyOf(list()))
const atStart = (list: () => string): Pattern => pattern(() => `^(?:${list().replace(/\s+/g, '|')})`)

/** Words that stand for "nothing" by themselves. */
const NOTHING = atStart(
  () =>
    `(?:none|nothing|nil|n/a|na|nope|neither|nobody|zero|nichts|niemand|nix|rien|néant|plus\\srien|nada|nenhum|nenhuma|niente|nulla|nic|ничего|нет)${EDGE} (?:特に)?(?:なし|無し|ない|ありません|ございません)(?:です)?$ (?:目前|暂时|现在|暂)?(?:无|没有|没)(?:了|的)?$ 없음`,
)
/** Words that deny the noun after them. */
const NO = atStart(
  () =>
    `(?:no(?!\\s(?:longer|se|pude|puede|pudo|pudimos|he|ha|han|hemos|está|están|es|son|fue|tengo))|there(?:['’]s|\\sis|\\sare)\\s(?:no|none|nothing)|es\\s(?:gibt|ist)\\s(?:keine?|nichts)|il\\s(?:n['’]y\\sa|ne\\sreste)\\s(?:plus\\s)?(?:rien|aucune?|pas)|no\\s(?:hay|quedan?)|not\\sa\\ssingle|not\\sone|not\\sany|zero|kein|keine|keinen|keinem|keiner|keinerlei|null|nicht\\sein(?:e|en)?|aucun|aucune|pas\\sde|pas\\sun|pas\\sune|plus\\saucun|plus\\saucune|zéro|ningún|ningun|ninguno|ninguna|cero|ni\\sun|ni\\suna|nenhum|nenhuma|nessun|nessuno|nessuna|žádný|žádná|žádné|ни\\sодин|ни\\sодного|никаких|нет)${EDGE} pas\\sd['’] 0(?![.,]\\d|\\s*%|\\d) (?:目前|暂时|现在|暂|已|都|均|并)*(?:无(?![法权障头])|没有|没(?![法办能])|零|不存在|未发现)`,
)
/** The same without a noun: "keine", "0". */
const BARE_NO = atStart(
  () => '(?:no|zero|null|0|keine[nrms]?|kein|aucune?|ninguno|ninguna|zéro|cero|nessun[oa]|没有|没|无|零)$',
)
/** Endings that deny what comes before them, in languages that negate last. */
const DENIED =
  /(?:^|[はがも\s]|特に|もう|件|もの|こと|項目|問題|点|テスト|課題|エラー)(?:なし|無し|ない|無い|ありません|ございません|ゼロ)(?:です|でした)?$|(?:^|\s)(?:없음|없습니다|없다|없어요)$/u

/** Things that may fail or be left over: "no open points" says that all is well, "no changelog" that one is missing. */
const ISSUES = words(
  () =>
    `issues? problems? points? items? tasks? to-?dos? questions? failures? errors? work blockers? steps? changes? concerns? regressions? bugs? gaps? limitations? defects? findings? action actions topics? things? ends open pending outstanding remaining left known failing failed broken more further
  offene[nrs]? punkte? probleme? fehler aufgaben? fragen? arbeite?n? schritte? änderungen mängel themen bekannte[nrs]? fehlgeschlagene[nrs]? fehlschläge ausstehende[nrs]? weitere[nrs]? mehr reste?
  problèmes? erreurs? tâches? échecs? travail travaux étapes? modifications? sujets? anomalies? restante?s? ouverte?s? connue?s? suspens régressions?
  puntos? problemas? error errores tareas? preguntas? fallos? fallas? trabajos? pasos? cambios? temas? pendientes? abiert[oa]s? conocid[oa]s? regresiones asuntos?
  erros? tarefas? pontos? pendentes? compiti punti errori chyby problémy úkoly ошибок проблем задач`,
)
const ISSUES_UNSPACED =
  /问题|事项|任务|错误|失败|遗留|待办|工作|缺陷|步骤|内容|其他|剩余|事項|課題|項目|タスク|作業|문제|오류|작업|항목/u
const TESTS = words(() => 'tests? specs? suites? checks? cases pruebas? testy тест[\\p{L}]* testes')
const TESTS_UNSPACED = /测试|用例|检查|テスト|チェック|테스트/u
/** "No tests yet" says that tests are missing. */
const YET = words(() => 'yet for noch für encore pour todavía aún para ainda ancora zatím пока для')

/** "No test passes", "nothing works": the opposite of "nothing fails". */
const GOOD = words(
  () =>
    `pass passes passed passing works worked (?:them|they|tests|suites?)\\swork succeeds? succeeded compiles? green exists? (?:is|are|was|were|been|got)\\s(?:\\p{L}+\\s)?(?:done|written|implemented|finished|ready|complete|tested|run|verified|checked|executed)
  läuft laufen besteht bestehen bestanden funktioniert funktionieren klappt grün (?:ist|sind|wurde|wurden)\\s(?:\\p{L}+\\s)?(?:fertig|geprüft|getestet|ausgeführt|umgesetzt)
  passe passent réussit réussissent fonctionne fonctionnent marche marchent (?:a|ont)\\sété\\s\\p{L}+
  pasa pasan pasó pasaron funciona funcionan compilan? (?:fue|fueron|ha\\ssido|han\\ssido|se\\sha|se\\shan)\\s\\p{L}+
  passam passano funzionano? prochází проходит проходят работает`,
)
const GOOD_UNSPACED = /通过|运行|执行|[跑过]|能用|可用|权限|環境|権限|アクセス|時間が|통과|권한/u
const EXCEPT = words(
  () =>
    'but except besides other\\sthan apart außer bis\\sauf sauf hormis excepto salvo exceto salvo eccetto kromě кроме',
)
const EXCEPT_UNSPACED = /除了|以外|を除/u

const isIn = (text: string, ...patterns: readonly Pattern[]): boolean => patterns.some((one) => one.test(text))

/** True if the text after a label says that there is no gap. */
export function saysNone(text: string, kind: GapKind): boolean {
  const said = bare(text)
  if (!/[\p{L}\p{N}]/u.test(said) || isAddress(said)) return true
  const first = leadingOf(said)
  if (isIn(said, EXCEPT, EXCEPT_UNSPACED) || isIn(first, GOOD, GOOD_UNSPACED)) return false
  if (NOTHING.test(first) || DENIED.test(first) || isCountedNone(said)) return true
  return NO.test(first) && (kind === 'failing' || isOfIssues(first))
}

/** The length of a denial at the start of the text that names nothing: the "no docs" of "no docs, tests fail". */
export function negatedStart(text: string): number {
  const first = leadingOf(text)
  if (isIn(text, EXCEPT, EXCEPT_UNSPACED) || isIn(first, GOOD, GOOD_UNSPACED)) return 0
  return NO.test(bare(first)) || NOTHING.test(bare(first)) ? first.length : 0
}

function isOfIssues(text: string): boolean {
  if (isIn(text, ISSUES, ISSUES_UNSPACED)) return true
  if (isIn(text, TESTS, TESTS_UNSPACED)) return !YET.test(text)
  return BARE_NO.test(text)
}

/** "tests: none", "tests (0)": a name, and nothing of it. */
function isCountedNone(text: string): boolean {
  const [, name = '', count = ''] = /^([^:：(=]{1,40}?)\s*[:：(=]\s*(.{1,20}?)\)?$/u.exec(text) ?? []
  return (
    name !== '' &&
    /^(?:0|none|nothing|keine?|nichts|aucune?|rien|ningun[oa]|nada|无|没有|なし|ゼロ|없음)$/iu.test(count)
  )
}

/** A label before an address asks to open it: "Open: http://localhost:3000". */
const isAddress = (text: string): boolean => /^[<[(]*(?:https?:\/\/|www\.|localhost\b|127\.0\.0\.1)/i.test(text)

/** The text without marks and pictures around it. */
const bare = (text: string): string =>
  text
    .replace(/[*_~`"“”„«»「」]/g, '')
    .replace(/^[^\p{L}\p{N}<[(]+|(?<![\s.。!！…])[\s.。!！…]+$/gu, '')
    .replace(/(?<!\s|\uFE0F|\p{Extended_Pictographic})(?:\s|\uFE0F|\p{Extended_Pictographic})+$/u, '')

/** The first part of the text, up to a sign that ends it. */
export const leadingOf = (text: string): string =>
  text.split(/[,;|·()（）。!?！？，；、—–…:：]|\.(?!\d)|\s-\s/u, 1)[0]?.trimEnd() ?? ''
