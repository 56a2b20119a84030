import { once } from '../../../ledger/lazy.ts'

/** Kinds of stated gaps: something does not work, is not done, or was not checked. */
export type GapKind = 'failing' | 'unfinished' | 'unverified'

/**
 * The plain form of a gap: a line that begins with one of these labels and a colon, in any of our languages. Each list is
 * separated by `|`. The list below such a heading counts too.
 */
const lists = (): Readonly<Record<GapKind, string>> => ({
  unfinished: `open|still open|not done|unfinished|incomplete|offen|noch offen|nicht erledigt|unfertig|ouvert|en suspens|à faire|non fait|non
    terminé|inachevé|abierto|pendiente|pendientes|sin terminar|aberto|em aberto|pendente|pendentes|por fazer|inacabado|aperto|in sospeso|da
    fare|incompiuto|otevřené|zbývá|nedokončeno|не сделано|не готово|открыто|осталось|未完成|待办|待处理|尚未完成|未完了|未対応|残作業|미완료|미해결|남은 작업`,
  failing: `failing|fails|failed|still failing|broken|fehlgeschlagen|schlägt fehl|scheitert|kaputt|en échec|échoue|échec|échecs|falla|fallan|fallando|fallido|con
    fallos|falha|falhando|falham|falhas|com falha|fallisce|falliscono|fallito|non funziona|selhává|selhalo|neprochází|падает|падают|не
    работает|не проходит|失败|未通过|失敗|失敗中|失敗しています|실패|실패함|실패 중`,
  unverified: `not verified|unverified|not tested|untested|not run|not checked|nicht geprüft|ungeprüft|nicht verifiziert|nicht getestet|ungetestet|nicht
    ausgeführt|non vérifié|pas vérifié|non testé|pas testé|no verificado|sin verificar|no probado|sin probar|não verificado|sem
    verificar|não testado|non verificato|non testato|neověřeno|netestováno|не проверено|не протестировано|не запускал|未验证|未核实|未测试|未检查|未検証|未確認|未テスト|미검증|미확인|검증
    안 됨|확인 안 됨|테스트 안 함`,
})

const entriesOf = (list: string): string[] => list.split('|').map((label) => label.replace(/\s+/g, ' ').trim())

/** Words before a label that leave its meaning: "Known failing". */
const BEFORE =
  /^(?:(?:known|currently|now|still|expected|expectedly|intentionally|remaining|only|pre-?existing|bekannt|bekanntermaßen|aktuell|derzeit|noch|weiterhin|erwartet|actuellement|encore|toujours|connu|actualmente|todavía|aún|solo|sólo|conocido|ainda|atualmente|ancora|attualmente|stále|zatím|пока|ещё|всё ещё)\s+|已知|目前|仍然?|既知の?|現在)/u

/** A count or a remark after a label: "Failing (2)", "Failing 2", "Failing (expected)". "Failing (fixed)" is no label. */
const AFTER =
  /(?<!\s)\s*(?:[(（](?:[1-9]\d{0,4}(?:\s*(?:\/|of|von|sur|de|di|из)\s*\d{1,5})?(?:\s*(?:tests?|checks?|items?|points?|[个件項개]))?|(?:as )?(?:expected|intended|before)|known|on purpose|intentionally|pre-?existing|still|new|now|unrelated|flaky|erwartet|wie erwartet|bekannt|absichtlich|neu|attendu|prévu|connu|voulu|esperado|conocido|previsto|esperada|conhecido|atteso|noto|očekávané|ожидаемо|известно|预期|已知|想定内|既知|予定|예상됨|예상)[)）]|[1-9]\d{0,4})$/u

const labels = once(
  () =>
    new Map(
      Object.entries(lists()).flatMap(([kind, list]) => entriesOf(list).map((one) => [one, kind as GapKind] as const)),
    ),
)

/** Returns the kind of gap that a label announces, or null. */
export function gapLabelled(label: string): GapKind | null {
  const said = label
    .replace(/[*_]{1,3}/g, '')
    .trim()
    .toLowerCase()
  const bare = said.replace(AFTER, '').trim()
  return labels().get(bare) ?? labels().get(bare.replace(BEFORE, '')) ?? null
}
