import { MAKERS, MODIFIERS, RUNNERS, type Runner } from './runners.ts'

/** The names by which runners declare tests, whichever module they come from. */
export const NAME = /^([xf]?)(it|test|specify|scenario|describe|context|suite|feature)$/
export const SUITE = /^(?:describe|context|suite|feature|group)$/
const MAX_NAME = 10

/** The effect of calling a name. `marks` are its modifiers. */
export type Meaning = {
  kind: 'test' | 'suite' | 'object' | 'maker'
  /** The kind of function that a maker returns. */
  makes: 'test' | 'suite'
  marks: readonly string[]
  runner: Runner
  /** False for a name that other functions may have, too: only a title and a function make its call a test. */
  isSure: boolean
  /** The body of the function of this file that declares a test under the title that it is given. */
  wrapper: Range | null
}

/** Tokens from one position up to another. */
export type Range = { from: number; to: number }

export const meaningOf = (kind: Meaning['kind'], runner: Runner, marks: readonly string[] = []): Meaning => {
  const makes = kind === 'suite' ? 'suite' : 'test'
  return { kind, makes, marks, runner, isSure: true, wrapper: null }
}

const PREFIXES: { readonly [prefix: string]: string[] } = { x: ['skip'], f: ['only'] }

/** Returns the meaning of a usual name, such as `it`, `xit` or `describe`; null for others. */
export function usualMeaning(word: string, runner: Runner = {}): Meaning | null {
  const [, prefix = '', base = ''] = (word.length < MAX_NAME ? NAME.exec(word) : null) ?? []
  return base === '' ? null : meaningOf(SUITE.test(base) ? 'suite' : 'test', runner, PREFIXES[prefix] ?? [])
}

/** A module of the project, which may export what it made of a runner. */
const OWN = /^(?:[./#~]|@\/)/
/** Names that such modules give to tests: `authTest`, `testIf`, `describeWithDb`. */
const LIKELY = /(?:^|[a-z\d_])(?:[tT]est|It|[dD]escribe|Spec)$|^(?:test|it|describe)(?=[A-Z_])/

export const objectOf = (module: string): Meaning | null => {
  const runner = runnerOf(module)
  if (runner !== null) return meaningOf(partOf(runner.itself), runner)
  return { ...meaningOf('object', {}), isSure: false }
}

const partOf = (role = 'object'): Meaning['kind'] => role.split('.')[0] as Meaning['kind']

function runnerOf(module: string): Runner | null {
  const plain = module.replace(/^(?:node|npm|jsr):\/?/, '').replace(/(?<=.)@[\w.^~-]+/, '')
  if (/\/testing\/bdd(?:\.ts)?$/.test(plain)) return RUNNERS['@std/testing/bdd'] ?? null
  const [first = '', second = ''] = plain.split('/')
  const known = (name: string): Runner | null => (Object.hasOwn(RUNNERS, name) ? (RUNNERS[name] ?? null) : null)
  // `test` alone is a folder or a variable's name far more often than the package.
  if (plain === 'test' && !module.startsWith('node:')) return null
  return known(plain) ?? known(first.startsWith('@') ? `${first}/${second}` : first)
}

export function memberOf(of: Meaning, word: string): Meaning | null {
  const { runner, isSure } = of
  if (word === 'default') return { ...meaningOf(partOf(runner.itself), runner), isSure }
  const [role, mark] = Object.hasOwn(runner.names ?? {}, word) ? (runner.names?.[word]?.split('.') ?? []) : []
  if (role !== undefined) return meaningOf(partOf(role), runner, [...of.marks, ...(mark === undefined ? [] : [mark])])
  const usual = usualMeaning(word, runner)
  if (usual !== null) return { ...usual, marks: [...of.marks, ...usual.marks], isSure }
  if (of.kind === 'object' || of.kind === 'maker') return null
  if (MODIFIERS.has(word)) return { ...of, marks: [...of.marks, word] }
  return MAKERS.has(word) ? { ...of, kind: 'maker', makes: of.kind } : null
}

/** Returns the meaning of an import; null if it declares no tests. `exported` is `default` or `*` for the module itself. */
export function imported(module: string, exported: string, local: string): Meaning | null {
  const object = objectOf(module)
  if (object === null) return null
  if (exported === '*') return object
  if (object.isSure) return memberOf(object, exported)
  // Under its usual name it means the usual thing.
  if (usualMeaning(local) !== null) return null
  const usual = usualMeaning(exported)
  if (usual !== null) return { ...usual, isSure: false }
  const name = exported === 'default' ? local : exported
  return OWN.test(module) && LIKELY.test(name) ? likely(name) : null
}

const likely = (name: string): Meaning => ({
  ...meaningOf(/describe|suite/i.test(name) ? 'suite' : 'test', {}),
  isSure: false,
})
