/**
 * IORefs name what agents read and write: `state:env.snapshot`, `artifact:proposed.plan`, `resource:config:app.conf`.
 * A ref is a domain and one or more parts. In contracts and policies a part may be `*`, which stands for exactly one part.
 */

/** The kinds of an IORef, as contracts declare them. */
export const REF_KINDS = ['artifact', 'resource', 'service', 'environment'] as const
export type RefKind = (typeof REF_KINDS)[number]

export const SNAPSHOT_REF = 'state:env.snapshot'
export const PLAN_REF = 'artifact:proposed.plan'
export const REPORT_REF = 'artifact:execution.report'
export const RESULT_REF = 'state:act.result'

/** Outputs that the harness writes itself. They need no permission: a denial, too, must be reported. */
export const HARNESS_REFS: readonly string[] = [REPORT_REF, RESULT_REF]

const DOMAIN = '[a-z][a-z0-9_-]*'
/** No slashes and no leading dot: a part may become a file name or a part of a URL path. */
const PART = '[A-Za-z0-9_][A-Za-z0-9._-]*'
const REF = new RegExp(`^${DOMAIN}(?::${PART})+$`)
const PATTERN = new RegExp(`^${DOMAIN}(?::(?:${PART}|\\*))+$`)
const MAX_REF_CHARS = 200

export const isRef = (text: string): boolean => text.length <= MAX_REF_CHARS && REF.test(text)
export const isRefPattern = (text: string): boolean => text.length <= MAX_REF_CHARS && PATTERN.test(text)

/** True for refs to the world outside: only people and policies approve changes to them. */
export const isResource = (ref: string): boolean => ref.startsWith('resource:')

const KINDS_BY_DOMAIN: ReadonlyMap<string, RefKind> = new Map([
  ['artifact', 'artifact'],
  ['resource', 'resource'],
  ['service', 'service'],
  ['state', 'environment'],
  ['environment', 'environment'],
])

/** The domains that imply a kind. */
export const REF_DOMAINS: readonly string[] = [...KINDS_BY_DOMAIN.keys()]

/** The kind that a ref's domain implies, or null for a domain without a fixed kind. */
export const kindOfRef = (ref: string): RefKind | null => KINDS_BY_DOMAIN.get(ref.slice(0, ref.indexOf(':'))) ?? null

/** Returns the parts of a ref that the pattern's `*` stand for, or null if the ref does not match. */
export function matchRef(pattern: string, ref: string): string[] | null {
  const wanted = pattern.split(':')
  const given = ref.split(':')
  if (wanted.length !== given.length) return null
  const parts: string[] = []
  for (const [i, part] of wanted.entries()) {
    const found = given[i] ?? ''
    if (part === '*') parts.push(found)
    else if (part !== found) return null
  }
  return parts
}

export const matchesAny = (patterns: readonly string[], ref: string): boolean =>
  patterns.some((pattern) => matchRef(pattern, ref) !== null)
