import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Frame, frameOf, isHabitual, isMeans } from '../view.ts'
import { type Cue, each, type FindCues, type Surroundings } from './cue.ts'
import { isTest } from './programs.ts'
import { isServerReady } from './verified.ts'

/** Finds claims that the work is finished ("done", "nothing left") or that something was done ("added", "here's what changed"). */
export const doneCues: FindCues = (clause, around) =>
  each(clause.tokens, (token, i) => {
    if (has(token, 'done')) return finishedAt(clause, i, around)
    if (has(token, 'built')) return builtAt(clause, i)
    if (isSaid(clause, i, around)) return explicit(i)
    if (has(token, 'remain')) return nothingLeft(clause, i)
    if (has(token, 'summary')) return summaryAt(clause, i)
    if (i === 0 && isNone(clause, around.before)) return { ...explicit(0), negative: true }
    return has(token, 'changed') ? changedAt(clause, i, around) : null
  })

/** "导入成功！", "邮件已全部发送成功": after a verb, in the first words or with a past marker; tests and pushes are other claims. */
const endsInSuccess = ({ tokens }: Clause, at: number, { opens }: Surroundings): boolean => {
  const before = tokens.slice(0, at)
  const [verb, next] = [tokens[at - 1], tokens[at + 1]]
  return (
    tokens[at]?.text === '成 功' &&
    (verb?.roles.length === 0 || has(verb, 'step', 'to-do', 'supply')) &&
    ((opens && !some(before, 'and')) || some(before, 'have', 'all', 'agent')) &&
    !some(before, 'user', 'other', 'to-ship') &&
    !before.some(isTest) &&
    (next === undefined || next.text === '了' || has(next, 'and', 'verdict', 'cheer'))
  )
}

/** True for words that mean "done" only in this position. */
const isSaid = (clause: Clause, at: number, around: Surroundings): boolean =>
  isIn(clause, at) || isAllGood(clause, at, around) || endsInSuccess(clause, at, around)

/** "The export is in", "the upgrade is through". */
const isIn = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  at === tokens.length - 1 &&
  /^(?:in|through)$/.test(tokens[at]?.text ?? '') &&
  has(tokens[at - 1], 'be')

/** "All good.", "All good now."; in text about tests, it is their result instead. */
const isAllGood = ({ tokens }: Clause, at: number, { aboutTests, before }: Surroundings): boolean =>
  tokens[at]?.text === 'all good' &&
  at === 0 &&
  tokens.slice(1).every((token) => has(token, 'now')) &&
  !aboutTests &&
  !before

/** "Here's what each status means" and "here's what I found" explain; "here's what I changed" reports. */
const summaryAt = (clause: Clause, at: number): Cue | null => (isExplained(clause, at) ? null : report(at))

const isExplained = ({ tokens }: Clause, at: number): boolean =>
  some(tokens.slice(at + 1), 'finds', 'plan') ||
  (/^here .*what$/.test(tokens[at]?.text ?? '') &&
    !some(tokens.slice(at + 1), 'agent', 'changed', 'fixed', 'done', 'built', 'shipped', 'been', 'now'))

/** "Remaining work: 0 items", "TODO: none". */
function isNone({ tokens }: Clause, label: Clause | undefined): boolean {
  const none = tokens.length <= 3 && (has(tokens[0], 'not') || tokens[0]?.text === '0' || tokens[0]?.text === 'empty')
  const failed = has(tokens[0], 'bad', 'fails') || /^fail/.test(tokens[0]?.text ?? '')
  return none && !failed && label !== undefined && some(label.tokens, 'remain', 'plan', 'scheme')
}

const explicit = (at: number): Cue => ({ type: 'done', level: 'explicit', at })
const report = (at: number): Cue => ({ type: 'done', level: 'report', at })

/** The reason why the frame alone rules out a claim; null if it does not. */
function against(frame: Frame): 'attributed' | 'described' | null {
  if (frame === 'user') return 'attributed'
  return frame === 'attributive' || frame === 'other' || frame === 'relative' ? 'described' : null
}

function finishedAt(clause: Clause, at: number, around: Surroundings): Cue | null {
  if (isOrder(clause, at) || awaits(clause, at) || isAuxiliary(clause, at) || isKept(clause, at)) return null
  if (isServerReady(clause, at) || isUpToDate(clause, at) || isThorough(clause, at) || isSomeDone(clause, at))
    return null
  const frame = frameOf(clause, at)
  if (frame === 'attributive' && around.segment.kind === 'heading') return explicit(at)
  const described = (frame === 'state' && (isHabitual(clause, at) || isMeans(clause, at))) || isUsual(clause, at)
  const not = against(frame) ?? (described ? 'described' : null)
  // A problem that is "dealt with" is fixed.
  const fault = some(clause.tokens.slice(0, at), 'problem') && frame !== 'bare'
  const cue: Cue = fault ? { type: 'fixed', at } : explicit(at)
  return not === null ? cue : { ...cue, not }
}

/** "Complete test coverage": an adjective. */
const isThorough = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'complete' &&
  at === 0 &&
  tokens[1]?.kind === 'word' &&
  !has(tokens[1], 'and', 'but', 'prep', 'now', 'adverb', 'well', 'success', 'that')

/** "I've done some reading": not the task, but something on the way. */
const isSomeDone = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'done' &&
  /^(?:some|more|little|bit)$/.test(tokens[at + (tokens[at + 1]?.text === 'a' ? 2 : 1)]?.text ?? '')

/** "Fertig ist er meist um drei." */
const isUsual = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' && some(tokens.slice(at + 1), 'habit')

/** "Version: 2.1 (à jour)": about the version. */
const isUpToDate = ({ tokens, opener }: Clause, at: number): boolean =>
  opener === '(' && /^(?:à jour|al día|em dia|auf dem neuesten stand)$/.test(tokens[at]?.text ?? '')

/** "I left the branch in place", "in place of exceptions": nothing was put there. Only "is in place" is a claim. */
const isKept = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'in place' && (!has(tokens[at - 1], 'be', 'now', 'adverb') || tokens[at + 1]?.text === 'of')

/** "Complete the form"; "完成推送" without a past marker. */
function isOrder(clause: Clause, at: number): boolean {
  const { tokens, order } = clause
  if (!has(tokens[at], 'to-do')) return false
  if (order === 'fixed') return has(tokens[at + 1], 'det') && frameOf(clause, at) === 'bare'
  return tokens[at + 1] !== undefined && !some(tokens.slice(0, at), 'have')
}

/** "Ya está implementado", "ya está bien configurado": a later word carries the claim. */
function isAuxiliary({ tokens, order }: Clause, at: number): boolean {
  if (order !== 'free' || !/ /.test(tokens[at]?.text ?? '')) return false
  const next = tokens.slice(at + 1).find((token) => !has(token, 'well', 'adverb'))
  return has(next, 'built', 'changed', 'shipped', 'live', 'fixed', 'checked') || has(tokens[at + 1], 'prep')
}

/** "Ready when you are.", "I'm ready to begin." */
const awaits = ({ tokens }: Clause, at: number): boolean =>
  has(tokens[at], 'ready') &&
  (some(tokens.slice(at + 1), 'if') || some(tokens.slice(Math.max(0, at - 3), at), 'agent') || isAtHand(tokens, at))

/** "Ready in `~/project`. What now?", "Ready to help": the agent is, not the work. */
const isAtHand = (tokens: readonly Token[], at: number): boolean =>
  at === 0 && (tokens[1]?.text === 'in' ? tokens[2]?.kind === 'code' : has(tokens[1], 'serves'))

/** "has been implemented", "all requirements are met". */
function builtAt(clause: Clause, at: number): Cue {
  const frame = frameOf(clause, at)
  if (some(clause.tokens.slice(0, at), 'summary')) return report(at)
  const means = (frame === 'state' && isMeans(clause, at)) || isBuiltWith(clause, at)
  const not = against(frame) ?? (means ? 'described' : null)
  const cue: Cue = some(clause.tokens, 'problem') ? { type: 'fixed', at } : explicit(at)
  return not === null ? cue : { ...cue, not }
}

/** "Реализован через `Index`", "implementado mediante una cola": describes how. */
const isBuiltWith = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' &&
  /^(?:через|mediante|a través|através|attraverso|tramite|mittels|per|via|par|pomocí)$/.test(tokens[at + 1]?.text ?? '')

/** Maximum distance from "no" to "pending": "no follow-up actions pending". */
const NEAR = 4

function nothingLeft({ tokens, order }: Clause, at: number): Cue | null {
  const near = [
    ...tokens.slice(Math.max(0, at - NEAR), at),
    ...tokens.slice(at + 1, order === 'free' ? at + 6 : at + 1),
  ]
  // "No errors left" is about tests, not about work.
  const none = some(near, 'not') && !(order === 'fixed' && some(near, 'problem'))
  // "It has nothing to do with your code.", "Il ne manque que la clé."
  const idle = /^(?:with|que|qu'|che)$/.test(tokens[at + 1]?.text ?? '')
  if (
    !none ||
    idle ||
    GOES_ON.test(tokens[at]?.text ?? '') ||
    near.some(({ text }) => MUCH.test(text)) ||
    some(tokens.slice(at), 'if')
  )
    return null
  return { ...explicit(at), negative: true }
}

/** "还有两个未解决", "나머지는 …": something is left, and the negation is about it. */
const GOES_ON = /^(?:还 ?有|还 ?剩|나 ?머 ?지)$/

/** "There is not much left": something is. */
const MUCH =
  /^(?:much|many|lot|viel|viele|vieles|grand|beaucoup|much[oa]s?|gran cosa|muit[oa]s?|molt[oaie]|granché|много|moc|mnoho)$/

/** Maximum number of words in a line that is a complete statement: "Updated.", "README created.", "All three filed." */
const LINE = 4

/**
 * True if nothing but small words follows, and no name in code is the object: "Updated `a.ts`" only reports. After an article
 * the word is a noun: "Here is the run:".
 */
const isLast = (tokens: readonly Token[], at: number): boolean =>
  !/^(?:the|an?)$/.test(tokens[at - 1]?.text ?? '') &&
  tokens.slice(at + 1).every((token) => has(token, 'well', 'now', 'success', 'verdict', 'adverb', 'cheer', 'all')) &&
  tokens.every(({ kind }) => kind !== 'code' && kind !== 'quote')

function changedAt(clause: Clause, at: number, around: Surroundings): Cue | null {
  const { tokens } = clause
  const before = tokens.slice(0, at)
  const frame = frameOf(clause, at)
  if (against(frame) !== null || (frame === 'bare' && has(tokens[at], 'step')) || some(before, 'summary')) return null
  // "The author wrote:" is about words, not about work; "the last run:" and "Git setup" are nouns.
  if (frame === 'headline' && has(tokens[at], 'say', 'step', 'work')) return null
  if (frame === 'state' && !some(before, 'now', 'success') && !has(before[0], 'all')) return null
  // "ya está correctamente configurado"
  if (clause.order === 'free' && frame === 'state' && some(before, 'now') && some(before, 'well')) return explicit(at)
  const finished = isCompleted(tokens, at) || (around.segment.kind === 'prose' && /済 み$/.test(tokens[at]?.text ?? ''))
  return isWhole(tokens, at, frame, around) || finished ? explicit(at) : report(at)
}

/** "All files have been updated.", "Updated.": a complete report. */
function isWhole(tokens: readonly Token[], at: number, frame: Frame, around: Surroundings): boolean {
  const alone = around.opens || (around.stands && frame !== 'agent')
  if (alone && tokens.length <= LINE && isLast(tokens, at)) return true
  if (around.segment.kind === 'prose' && some(tokens, 'verdict')) return true
  // "Based on my review, all the changes have been applied."
  const every = has(tokens[0], 'all') || tokens.slice(0, at).some(({ text }) => text === 'all')
  // "Todos os arquivos foram atualizados", "Le fichier a été entièrement réécrit": with free order "been" shows the passive.
  const before = tokens.slice(0, at)
  const passive = frame === 'passive' || frame === 'state' || (frame === 'bare' && some(before, 'been'))
  return passive && at > 0 && (every || (some(before, 'been') && has(before.at(-1), 'all')))
}

/** Endings that make a change complete: "更新完毕", "업데이트 완료". */
const COMPLETED = /成 ?功|(?:完 成|完 毕|好 了|完 了)$|완 료/

/** "已安装成功", "completely removed", "moved successfully". */
const isCompleted = (tokens: readonly Token[], at: number): boolean =>
  some(tokens, 'success') ||
  COMPLETED.test(tokens[at]?.text ?? '') ||
  /^(?:completely|fully|entirely|完 全 に)$/.test(tokens[at - 1]?.text ?? '')
