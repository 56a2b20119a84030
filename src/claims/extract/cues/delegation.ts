import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Cue, each, type FindCues, type Surroundings } from './cue.ts'

/** Finds requests that the user supply something or take a step: "please paste", "over to you", "Reload the page". */
export const delegationCues: FindCues = (clause, around) => {
  const { tokens } = clause
  const cues = each(tokens, (token, i) => {
    if (has(token, 'please')) return asked(clause, i)
    const wanted = has(token, 'handover') && !isChoice(clause, i) && !has(tokens[i - 1], 'lack')
    return wanted ? { type: 'delegation', at: i } : null
  })
  const begins = around.index === 0 || clause.opener === ':'
  const orders = begins && around.segment.kind !== 'heading' ? order(clause, around) : []
  return [...cues, ...polite(clause), ...orders].slice(0, 1)
}

/** "Let me know which one you prefer" is a choice; "tell me what it prints" is a step. */
const isChoice = ({ tokens }: Clause, at: number): boolean =>
  /^(?:let|tell|report)/.test(tokens[at]?.text ?? '') && some(tokens.slice(at + 1), 'user')

function asked({ tokens, order }: Clause, at: number): Cue | null {
  // "Please print one receipt": any verb will do.
  const verb = tokens[at + 1]
  if (has(verb, 'not') || some(tokens, 'courtesy')) return null
  const any = order === 'fixed' ? verb?.kind === 'word' && verb.roles.length === 0 : tokens.length > 1
  if (any) return { type: 'delegation', at }
  const near = order === 'free' ? tokens : [...tokens.slice(Math.max(0, at - 6), at), ...tokens.slice(at + 1, at + 5)]
  return some(near, 'supply', 'step', 'ensure', 'to-ship', 'to-check', 'to-fix', 'to-do')
    ? { type: 'delegation', at }
    : null
}

/** "¿Puedes compartir el archivo?", "Kannst du mir den Log schicken?"; "Dois-je envoyer le lien ?" offers it. */
const asksFor = (tokens: readonly Token[]): boolean =>
  has(tokens[0], 'ask') &&
  !has(tokens[0], 'offers') &&
  some(tokens, 'supply', 'step') &&
  (some(tokens, 'me') || has(tokens[1], 'supply'))

/** "Would you prefer to review it first?" offers a choice. */
const isWish = ({ text }: Token): boolean => /^(?:like|prefer|rather|want|think)$/.test(text)

/** "Could you share the log?" */
function polite(clause: Clause): Cue[] {
  const { tokens } = clause
  if (clause.order === 'free') return asksFor(tokens) ? [{ type: 'delegation', at: 0 }] : []
  const at = tokens.findIndex(({ text }) => /^(?:could|can|would|will) you$/.test(text))
  const wanted = tokens.slice(at + 1, at + 5)
  // "What would you look at first?" asks for an answer, not a step.
  if (at > 0 && has(tokens[0], 'ask', 'what')) return []
  if (at < 0 || (wanted[0] !== undefined && isWish(wanted[0]))) return []
  // "Can you tell me what you see?", as opposed to "which one you prefer".
  const told = some(wanted, 'handover') && !tokens.some(isWish)
  return told || some(tokens.slice(at + 1), 'supply', 'step') ? [{ type: 'delegation', at }] : []
}

const LEADING = ['adverb', 'now', 'and', 'verdict', 'well'] as const

/** "Envoyez-moi le jeton": if verbs have an imperative form, the form is enough. */
function freeOrder(tokens: readonly Token[], behind: readonly Clause[]): Cue[] {
  const verb = tokens[0]
  // "Active le service", as opposed to "active et stable"
  const orders = has(verb, 'order') && (!has(verb, 'works') || has(tokens[1], 'det', 'your'))
  // "Dime qué ves": the pronoun may be part of the verb.
  const personal = has(verb, 'supply') && some(tokens.slice(0, 4), 'me')
  if (!(orders || personal)) return []
  // "Dime si prefieres otra rama": asks for a choice, not for a step.
  if (some(tokens, 'wishes') || some(behind[0]?.tokens ?? [], 'wishes')) return []
  return [{ type: 'delegation', at: 0, order: personal ? 'personal' : 'general' }]
}

/** Finds an imperative: a bare verb without a subject. The rest of the message shows whether it asks or explains. */
function order(clause: Clause, { segment, handsOver, isNext, behind }: Surroundings): Cue[] {
  const { tokens } = clause
  if (clause.order !== 'fixed') return freeOrder(tokens, behind)
  const at = tokens.findIndex(
    (token) => token.kind !== 'number' && (!has(token, ...LEADING) || has(token, 'order', 'supply')),
  )
  const listed = segment.kind !== 'prose'
  if (!isVerb(tokens[at], tokens[at + 1]) || isName(tokens, at, listed || segment.level !== undefined)) return []
  if (isTip(tokens, at)) return []
  const personal = segment.level !== undefined || isPersonal(tokens, at) || restarts(tokens, at)
  // In a list, an imperative may just be the name of a feature; below "Next steps" too, unless it is an operation.
  if (!personal && listed && !handsOver && !(isNext && has(tokens[at], 'order'))) return []
  return [{ type: 'delegation', at, order: personal ? 'personal' : 'general' }]
}

const isVerb = (token: Token | undefined, object: Token | undefined): boolean =>
  has(token, 'order', 'supply') ||
  /^(?:check|see) (?:if|that|whether)$/.test(token?.text ?? '') ||
  (has(token, 'step') && (has(object, 'det', 'your') || object?.kind === 'code'))

/** "Reload the page", "Refresh to see it": only the user can. "Refresh token" and "Restart policy: always" are names. */
const restarts = (tokens: readonly Token[], at: number): boolean =>
  /^(?:refresh|hard-refresh|hard refresh|reload|restart|reboot)$/.test(tokens[at]?.text ?? '') &&
  (has(tokens[at + 1], 'det', 'your', 'ensure') ||
    tokens[at + 1]?.kind === 'code' ||
    some(tokens.slice(at + 2), 'ensure'))

/** "Commit:" is a label, "test run" a noun; "Test coverage" and "Merge queue" are headings. */
function isName(tokens: readonly Token[], at: number, heads: boolean): boolean {
  const object = tokens[at + 1]
  if (object === undefined || object.kind === 'number') return true
  if (restarts(tokens, at)) return false
  // "Refresh now follows the same order"
  const now = tokens.findIndex((token, i) => i > at && i < at + 3 && has(token, 'now'))
  if (now > 0 && tokens[now + 1]?.kind === 'word' && !has(tokens[now + 1], 'and', 'prep')) return true
  if (has(object, 'be', 'been', 'have', 'works', 'passed', 'done', 'fixed', 'test', 'problem', 'plan')) return true
  return has(tokens[at + 2], 'be', 'been', 'passed') || (heads && object.kind === 'word' && object.roles.length === 0)
}

/** "Run it again if you want a plan": optional. */
const isTip = (tokens: readonly Token[], at: number): boolean =>
  tokens.some((token, i) => i > at && has(token, 'if') && /^you\b/.test(tokens[i + 1]?.text ?? '')) &&
  !some(tokens, 'supply', 'me')

/** "Send me the log", "check it in the browser", "restart it now": addressed to this user, about this work. */
const isPersonal = (tokens: readonly Token[], at: number): boolean =>
  (has(tokens[at], 'supply') && some(tokens.slice(at + 1), 'me')) ||
  tokens.some(({ text }, i) => /^(?:again|first|now)$/.test(text) || (i > at && text === 'it'))
