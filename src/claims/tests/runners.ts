/** The effect of a runner's function: it declares a test or a suite, with modifiers after it, or makes a function that does. */
type Role = 'test' | 'test.skip' | 'test.only' | 'test.todo' | 'suite' | 'maker'

/** A module whose exports declare tests. The usual names, such as `it` and `describe`, mean the same in all of them. */
export type Runner = {
  /** The module itself, which is its default export: `require('tape')`, `import any from 'ava'`. */
  itself?: Role
  /** Exports with other names, or with another meaning. */
  names?: { readonly [name: string]: Role }
}

const USUAL: Runner = {}
const CALLED: Runner = { itself: 'test', names: { skip: 'test.skip', only: 'test.only', todo: 'test.todo' } }
const QUNIT: Runner = { names: { ...CALLED.names, module: 'suite' } }
const PLAYWRIGHT: Runner = { itself: 'test', names: { mergeTests: 'maker', setup: 'test' } }
const LAB: Runner = { names: { script: 'maker', experiment: 'suite' } }

/** Runners by the modules that they are imported from, without `node:`, `npm:`, `jsr:` and versions. */
export const RUNNERS: { readonly [module: string]: Runner } = {
  test: { itself: 'test' },
  vitest: USUAL,
  '@effect/vitest': USUAL,
  '@jest/globals': USUAL,
  'bun:test': USUAL,
  mocha: USUAL,
  jasmine: USUAL,
  poku: USUAL,
  '@std/testing/bdd': USUAL,
  '@wdio/globals': USUAL,
  '@japa/runner': USUAL,
  qunit: QUNIT,
  '@playwright/test': PLAYWRIGHT,
  'playwright/test': PLAYWRIGHT,
  '@playwright/experimental-ct-react': PLAYWRIGHT,
  '@playwright/experimental-ct-vue': PLAYWRIGHT,
  '@hapi/lab': LAB,
  lab: LAB,
  uvu: { names: { suite: 'maker' } },
  baretest: { itself: 'maker' },
  ava: CALLED,
  tap: CALLED,
  '@tapjs/core': CALLED,
  tape: CALLED,
  'tape-promise': CALLED,
  'tape-catch': CALLED,
  'blue-tape': CALLED,
  supertape: CALLED,
  zora: CALLED,
  brittle: { ...CALLED, names: { ...CALLED.names, solo: 'test.only' } },
  riteway: { names: { describe: 'test' } },
}

/** Objects that are there without an import. */
export const GLOBALS: { readonly [name: string]: Runner } = {
  QUnit: QUNIT,
  Deno: USUAL,
  globalThis: USUAL,
  global: USUAL,
  window: USUAL,
  self: USUAL,
  jasmine: USUAL,
  mocha: USUAL,
}

/** Members that change how a test runs. Other members of a runner, such as `t.equal`, declare nothing. */
export const MODIFIERS: ReadonlySet<string> = new Set(
  (
    'skip only todo fails failing fail fixme each for concurrent serial sequential parallel shuffle skipIf runIf todoIf ' +
    'if cb slow effect live scoped scopedLive prop ignore solo expectFailure'
  ).split(' '),
)

/** Members that make another function of the same kind: `test.extend({ … })`, `it.bind(null)`. */
export const MAKERS: ReadonlySet<string> = new Set(['extend', 'bind', 'override', 'scoped', 'createHarness'])
