import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Proves that each rule catches a violation, on a copy of the sources with extra files. `npm run check -- boundaries` checks
 * the sources themselves.
 */

const RULES: { name: string; comment: string }[] = createRequire(import.meta.url)(
  '../../.dependency-cruiser.cjs',
).forbidden

type Break = { rule: string; what: string; file: string; text: string }

const importing = (specifier: string): string => `import '${specifier}'\nexport const used = 1\n`

const breaking = (rule: string, what: string, file: string, specifier: string): Break => ({
  rule,
  what,
  file,
  text: importing(specifier),
})

const BREAKS: Break[] = [
  breaking('no-circular', 'two files that import each other', 'src/ledger/ring-a.ts', './ring-b.ts'),
  breaking('no-circular', 'tests that import each other', 'test/ring-c.test.ts', './ring-d.ts'),
  {
    rule: 'no-circular',
    what: 'two files that import types of each other',
    file: 'src/ledger/ring-e.ts',
    text: "import type { F } from './ring-f.ts'\nexport type E = { f: F }\n",
  },
  breaking('layers-ledger', 'the ledger using policies', 'src/ledger/up.ts', '../policy/leaf.ts'),
  breaking('layers-policy', 'policies using a room', 'src/policy/up.ts', '../gate/leaf.ts'),
  breaking('layers-session', 'sessions using a room', 'src/session/up.ts', '../gate/leaf.ts'),
  breaking('layers-views', 'views using the supervisor', 'src/views/up.ts', '../supervisor/leaf.ts'),
  breaking('layers-machine', 'the machine using the hook', 'src/machine/up.ts', '../hook/leaf.ts'),
  breaking('layers-dispatch', 'a room using the supervisor', 'src/gate/up.ts', '../supervisor/leaf.ts'),
  breaking('layers-supervisor', 'the supervisor using hosts', 'src/supervisor/up.ts', '../hosts/leaf.ts'),
  breaking('layers-hosts', 'hosts using the machine', 'src/hosts/up.ts', '../machine/leaf.ts'),
  breaking('layers-hook', 'the command line using the dashboard', 'src/cli/up.ts', '../web/leaf.ts'),
  breaking('layers-ledger', 'the ledger using the public door', 'src/ledger/door.ts', '../index.ts'),
  breaking('index-is-a-library', 'the public door starting a program', 'src/index.ts', './cli/leaf.ts'),
  breaking('rooms-are-siblings', 'a room using another', 'src/gate/sibling.ts', '../claims/leaf.ts'),
  ...['fs', 'fs/promises', 'child_process', 'net', 'http', 'os', 'timers/promises', 'worker_threads'].map((name) =>
    breaking(
      'deciding-is-pure',
      `node:${name} in the ledger`,
      `src/ledger/world-${name.replace('/', '-')}.ts`,
      `node:${name}`,
    ),
  ),
  breaking('deciding-is-pure', 'checks of a project read from the disk', 'src/project/disk.ts', 'node:fs'),
  breaking('deciding-is-pure', 'a session reading the disk', 'src/session/disk.ts', 'node:fs'),
  breaking('deciding-is-pure', 'a room reading the disk', 'src/claims/disk.ts', 'node:fs'),
  breaking('deciding-is-pure', 'a store in the ledger', 'src/ledger/stored.ts', './stores/memory.ts'),
  breaking('deciding-is-pure', 'the world behind another file', 'src/gate/far.ts', '../ledger/world-net.ts'),
  breaking('deciding-is-pure', 'a package that is not about shapes', 'src/trust/painted.ts', 'picocolors'),
  breaking('deciding-is-pure', 'policies reading the disk', 'src/policy/disk.ts', 'node:fs'),
  breaking('deciding-is-pure', 'a store in the policies', 'src/policy/stored.ts', './stores/source.ts'),
  breaking('hashing-in-three-files', 'a second place that hashes', 'src/ledger/hashing.ts', 'node:crypto'),
  breaking('kinds-are-import-free', 'an import in the shapes', 'src/ledger/kinds.ts', './leaf.ts'),
  breaking('hook-is-light', 'a package in the hook', 'src/hook/packaged.ts', 'picocolors'),
  breaking('hook-is-light', 'the schema library behind a file', 'src/hook/schema.ts', '../ledger/schema.ts'),
  breaking('hook-is-light', 'YAML behind a file', 'src/hook/yaml.ts', '../policy/parse.ts'),
  breaking('hook-is-light', 'a policy that is compiled again', 'src/hook/admit.ts', '../policy/stores/admit.ts'),
  breaking('hook-is-light', 'timers behind a file', 'src/hook/group.ts', '../ledger/stores/files/group-commit.ts'),
  breaking('hook-is-light', 'child processes', 'src/hook/child.ts', 'node:child_process'),
  breaking('hook-is-light', 'the network behind two files', 'src/hook/far.ts', '../hosts/far.ts'),
  breaking('stop-is-light', 'a package at the end of a turn', 'src/hook/stop.ts', 'picocolors'),
  breaking('stop-is-light', 'the network at the end of a turn', 'src/machine/gatherer.ts', 'node:http'),
  breaking(
    'stop-runs-nothing',
    'validators in the hook itself',
    'src/machine/reused-evidence.ts',
    '../claims/validators/run.ts',
  ),
  breaking('stop-runs-nothing', 'a check behind a file', 'src/hook/check.ts', '../claims/validators/drivers/check.ts'),
  breaking('start-is-light', 'the hook itself in what starts it', 'src/hook/start.ts', './leaf.ts'),
  { rule: 'no-orphans', what: 'a file nobody uses', file: 'src/ledger/alone.ts', text: 'export const alone = 1\n' },
  breaking('not-to-unresolvable', 'an import that leads nowhere', 'src/cli/nowhere.ts', './not-there.ts'),
  breaking('not-to-dev-dependency', 'a package for developing', 'src/cli/dev.ts', 'fast-check'),
  breaking('not-to-dev-dependency', 'a package of a package', 'src/cli/deep.ts', 'acorn'),
  breaking('not-to-tests', 'a test in the program', 'src/cli/tested.ts', '../gate/free.test.ts'),
]

/** Folders with a file for those above to import, and a test that may import anything. */
const LEAVES = ['ledger', 'policy', 'gate', 'claims', 'supervisor', 'hosts', 'machine', 'hook', 'cli', 'web']
const FREE_TEST = 'src/gate/free.test.ts'
/** A hook may find the active policy: that needs no YAML and no schema. */
const LIGHT = 'src/hook/ruled.ts'
const AROUND: { [file: string]: string } = {
  ...Object.fromEntries(LEAVES.map((folder) => [`src/${folder}/leaf.ts`, 'export const leaf = 1\n'])),
  'src/ledger/ring-b.ts': importing('./ring-a.ts'),
  'test/ring-d.ts': importing('./ring-c.test.ts'),
  'src/ledger/ring-f.ts': "import type { E } from './ring-e.ts'\nexport type F = { e: E }\n",
  'src/hosts/far.ts': importing('node:http'),
  [LIGHT]: importing('../policy/stores/load-active-policy.ts'),
  [FREE_TEST]: ['node:fs', 'node:crypto', 'vitest', '../claims/leaf.ts', '../cli/leaf.ts'].map(importing).join(''),
}

/** Globals that would make a verdict depend on time and place. */
const GLOBALS = ['Date', 'performance', 'process', 'crypto', 'fetch', 'setTimeout', 'setInterval', 'setImmediate']

let dir = ''

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'bailiff-boundaries-'))
  for (const path of ['src', 'package.json', 'tsconfig.json', 'biome.jsonc', '.dependency-cruiser.cjs']) {
    // No rule needs the tests beside the sources.
    cpSync(path, join(dir, path), { recursive: true, filter: (from) => !from.endsWith('.test.ts') })
  }
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
})

afterAll(() => rmSync(dir, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true })
  appendFileSync(join(dir, file), text)
}

function runJson(cwd: string, program: string, args: string[]): unknown {
  const run = spawnSync(process.execPath, [resolve('node_modules', program), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (!run.stdout.trimStart().startsWith('{')) throw new Error(`${program} printed no JSON: ${run.stdout}${run.stderr}`)
  return JSON.parse(run.stdout)
}

type Violation = { from: string; to: string; rule: { name: string; severity: string } }

function cruise(): Violation[] {
  const args = ['--output-type', 'json', 'src', 'test']
  const result = runJson(dir, 'dependency-cruiser/bin/dependency-cruise.mjs', args) as {
    summary: { violations: Violation[] }
  }
  return result.summary.violations
}

describe('imports', () => {
  let violations: Violation[] = []

  beforeAll(() => {
    for (const { file, text } of BREAKS) write(file, text)
    for (const [file, text] of Object.entries(AROUND)) write(file, text)
    violations = cruise()
  })

  it.each(BREAKS)('$rule finds $what', ({ rule, file }) => {
    const found = violations
      .filter((violation) => violation.from === file)
      .map(({ rule: { name, severity } }) => `${severity} ${name}`)
    expect(found).toContain(`error ${rule}`)
  })

  it('lets tests import anything', () => {
    expect(violations.filter(({ from }) => from === FREE_TEST)).toEqual([])
  })

  it('lets the hook find the active policy', () => {
    expect(violations.filter(({ from, rule }) => from === LIGHT && rule.name === 'hook-is-light')).toEqual([])
  })

  it('tests every rule with a violation', () => {
    expect(new Set(BREAKS.map(({ rule }) => rule))).toEqual(new Set(RULES.map(({ name }) => name)))
  })

  it('names the promise that each rule protects', () => {
    expect(RULES.filter(({ comment }) => !/^Promise: .+\.$/.test(comment))).toEqual([])
  })
})

describe('globals', () => {
  let found: { file: string; category: string }[] = []

  beforeAll(() => {
    for (const name of GLOBALS) write(`src/gate/global-${name}.ts`, `export const used = () => ${name}\n`)
    write('src/ledger/global-Date.ts', 'export const now = (): number => Date.now()\n')
    write(
      'src/ledger/random.ts',
      "import { randomBytes } from 'node:crypto'\nexport const chance = () => randomBytes(4)\n",
    )
    write('src/ledger/stores/acting.ts', 'export const now = (): number => Date.now()\n')
    write('src/gate/clock.test.ts', 'export const now = (): number => Date.now()\n')
    const only = ['--only=style/noRestrictedGlobals', '--only=style/noRestrictedImports']
    const args = ['lint', '--reporter=json', '--max-diagnostics=none', ...only, 'src']
    const { diagnostics } = runJson(dir, '@biomejs/biome/bin/biome', args) as Diagnostics
    found = diagnostics.map(({ category, severity, location }) => ({
      file: location.path,
      category: `${severity} ${category}`,
    }))
  })

  type Diagnostics = { diagnostics: { category: string; severity: string; location: { path: string } }[] }

  const of = (file: string): string[] => found.filter((one) => one.file === file).map(({ category }) => category)

  it.each(GLOBALS)('forbids %s in deciding code', (name) => {
    expect(of(`src/gate/global-${name}.ts`)).toEqual(['error lint/style/noRestrictedGlobals'])
  })

  it('the ledger has no clock', () => {
    expect(of('src/ledger/global-Date.ts')).toEqual(['error lint/style/noRestrictedGlobals'])
  })

  it('the ledger draws no random numbers', () => {
    expect(of('src/ledger/random.ts')).toEqual(['error lint/style/noRestrictedImports'])
  })

  it('leaves the clock to stores and tests', () => {
    expect(of('src/ledger/stores/acting.ts')).toEqual([])
    expect(of('src/gate/clock.test.ts')).toEqual([])
  })
})
