import type { ClaimType, Policy } from '../../policy/policy.ts'
import type { Evidence } from '../evidence.ts'
import type { StatedGap } from '../extract/claim.ts'
import {
  allChecks,
  asksForTests,
  kindsIn,
  namesTests,
  testsApartIn,
  testWord,
  wordsApart,
  wordsOfKinds,
} from '../extract/lexicon/check-words.ts'
import { type GapKind, gapLabelled } from '../extract/lexicon/gap-labels.ts'
import { negatedStart } from '../extract/lexicon/none.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import type { Lack, LackCode } from '../support.ts'
import { isOfTests } from '../tested.ts'
import { isAbout, itemsOf } from './about.ts'
import { stretchesIn } from './clauses.ts'
import { isDenied } from './denied.ts'
import { isNamedIn, partsOf } from './names.ts'
import { describesOne, exactlyNamed } from './other-tests.ts'

/** Claims that a stated gap limits: "done, but one test still fails". The others contradict it. */
const LIMITED: readonly ClaimType[] = ['done', 'fixed', 'work']

/** Lacks that say nothing about the check itself, or that will be settled soon. */
const UNRELATED: readonly LackCode[] = ['NO_VALIDATOR', 'WORKSPACE_UNKNOWN', 'CHECKING']

/**
 * True if a check without a pass is no reason to block, only to warn: the message itself names the gap, or the check failed, but
 * the turn touched no file and is done with something else, such as a switch to another branch.
 */
export function isExcused(
  type: ClaimType,
  lack: Lack,
  gaps: readonly StatedGap[],
  policy: Policy,
  evidence: Evidence,
): boolean {
  const { did, past } = evidence
  if (lack.validator === null || UNRELATED.includes(lack.code)) return false
  if (lack.code === 'FAILED' && type === 'done' && did.untouched && !past().unproven) return true
  return LIMITED.includes(type) && gaps.some((gap) => isCovered(lack, gap, policy, evidence))
}

/** True if a stated gap names the check, its kind, or a test or file that fails. */
export function isCovered(
  lack: Lack,
  gap: StatedGap,
  policy: Policy,
  evidence: Pick<Evidence, 'validations'>,
): boolean {
  if (lack.validator === null) return false
  const check = checkOf(lack, lack.validator, policy, evidence)
  const said = saidIn(gap)
  if (check.names.some((name) => isNamedIn(said, name, gap.kind))) return true
  const stretches = stretchesIn(said.slice(0, READ).replace(patternOf(TO_TEST, 'giu'), ''))
  return stretches.some((clauses, i) => isOfKind(clauses, stretches[i + 1]?.[0] ?? '', gap, check))
}

/** Characters of a gap in which a kind of check is looked for. */
const READ = 2_000

/** "I could not test the form" names no tests. */
const TO_TEST = "\\b(?:not|n['’]t|to|cannot|never)\\s+test(?=\\s\\p{L})"

type Check = {
  /** Its name, its command, and the tests and files that fail. */
  names: readonly string[]
  failing: readonly string[]
  /** Its name and its command, in one text. */
  own: string
  isTests: boolean
}

function checkOf(
  { code, detail, seqs }: Lack,
  name: string,
  policy: Policy,
  { validations }: Pick<Evidence, 'validations'>,
): Check {
  const failures = validations
    .filter(({ seq }) => seqs.includes(seq))
    .flatMap((one) => [...(one.failures ?? []), ...(one.inside ?? [])])
  // A refusal names the files that define the check.
  const files = code === 'REFUSED' ? (detail.match(/(?<![\w@./-])[\w@./-]+\.\w+/g) ?? []) : []
  const failing = [...failures.flatMap(partsOf), ...files]
  const command = commandOf(name, policy)
  const scripts = command.split(' ').filter((word) => /\.\w+$/.test(word))
  // A check that is called "test" is named by its kind: the word alone may mean another test.
  const isKind = namesTests(name) || kindsIn(name).length > 0
  return {
    names: [...(isKind ? [] : [name]), command, ...scripts, ...failing],
    failing,
    own: `${name} ${command}`,
    isTests: isOfTests(name, policy) || namesTests(name) || /tests?$/i.test(name),
  }
}

function commandOf(name: string, { validators }: Policy): string {
  const validator = validators[name]
  const words = validator !== undefined && 'command' in validator ? validator.command : []
  return words.filter((word) => typeof word === 'string').join(' ')
}

/** True if the clauses speak of the check by its kind: "the tests", "the linter", "CI". `beyond` is the clause after them. */
function isOfKind(clauses: readonly string[], beyond: string, { kind }: StatedGap, check: Check): boolean {
  if (check.isTests && kind === 'failing' && clauses.some(isCount)) return true
  const own = check.isTests ? testWord() : wordsOfKinds(kindsIn(check.own))
  const source = [allChecks(), own].filter((one) => one !== '').join('|')
  if (!clauses.some((one) => patternOf(source).test(one))) return false
  return itemsOf(clauses, kind).some(({ item, said, clause, next }) => {
    const found = patternOf(source).exec(item)
    if (found === null || (kind !== 'failing' && asksForTests(clause, kind))) return false
    const after = item.slice(found.index + found[0].length)
    const isOpen = !isDenied({ clause, itself: said, after, next: next === '' ? beyond : next }, kind)
    return isOpen && isOfOwn(item, source, kind, check)
  })
}

function isOfOwn(item: string, source: string, kind: GapKind, { failing, own, isTests }: Check): boolean {
  if (!isTests) return isAbout(item, source, () => false)
  const exact = exactlyNamed(item, failing)
  if (exact !== 'none' && failing.length > 0) return exact === 'one'
  const apart = testsApartIn([own, ...failing].join(' '))
  if (testsApartIn(item).some((one) => !apart.includes(one))) return false
  const bare = apart.length === 0 ? item : item.replace(patternOf(wordsApart(apart), 'giu'), ' ')
  const text = patternOf(source).test(bare) ? bare : item
  return isAbout(text, source, (words) =>
    // Without names there is nothing to compare with.
    failing.length === 0 ? kind === 'failing' && words.right.length === 0 : describesOne(words, failing),
  )
}

/** "1 of 3", "2": so many fail, and only tests are counted. */
const isCount = (clause: string): boolean =>
  /^[1-9]\d*\s*(?:(?:\/|of|out of|von|sur|de|中|之)\s*\d+)?\s*[个件項]?$/u.test(clause)

/** The text of a gap without its label and a denial in front. */
export function saidIn({ quote, form }: StatedGap): string {
  const text = quote
    .replace(/[*_]{2}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const colon = text.search(/[:：]/)
  const said = colon > 0 && gapLabelled(text.slice(0, colon)) !== null ? text.slice(colon + 1).trim() : text
  return form === 'plain' ? said.slice(negatedStart(said)) : said
}
