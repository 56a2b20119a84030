/**
 * Measures what the tests catch. `node scripts/mutants.mjs make [--seed N] [--count N]` draws small faults in deciding code
 * and keeps them as patches in test/mutants. `run [--in DIR] [--pass PASS] [--only 01,02] [--results FILE]` applies them to
 * a copy of the checkout DIR, as committed, and notes which tests fail; a run that was stopped goes on where it was.
 * `show [--results FILE]` prints the results as a table. test/mutants/README.md describes the passes.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'

const FOLDER = 'test/mutants'

/** The deciding files by area, and the process tests that run what they decide. */
const AREAS = {
  gate: {
    files: [
      'src/gate/masks.ts',
      'src/gate/state.ts',
      'src/supervisor/stop/judging.ts',
      'src/supervisor/stop/settle.ts',
      'src/supervisor/stop/turn-verdict.ts',
    ],
    tests: ['src/gate', 'src/supervisor', 'test/gate', 'test/e2e/run.test.ts', 'test/e2e/hook.test.ts'],
  },
  claims: {
    files: [
      'src/claims/judge.ts',
      'src/claims/support.ts',
      'src/claims/gaps/excused.ts',
      'src/claims/extract/polarity.ts',
      'src/claims/validators/judge-attempt.ts',
    ],
    tests: ['src/claims', 'test/gate', 'test/e2e/validate.test.ts'],
  },
  dispatch: {
    files: [
      'src/dispatch/call-verdict.ts',
      'src/dispatch/diff/path-rule.ts',
      'src/dispatch/diff/removed.ts',
      'src/dispatch/protection/judge.ts',
      'src/dispatch/scope/command-ruled.ts',
    ],
    tests: [
      'src/dispatch',
      'test/protection',
      'test/e2e/policy.test.ts',
      'test/e2e/hook.test.ts',
      'test/e2e/mcp.test.ts',
    ],
  },
  ledger: {
    files: [
      'src/ledger/chain.ts',
      'src/ledger/checkpoint.ts',
      'src/ledger/verify.ts',
      'src/ledger/stores/files/verify.ts',
    ],
    tests: [
      'src/ledger',
      'test/properties',
      'test/e2e/crash',
      'test/e2e/faults.test.ts',
      'test/e2e/concurrency.test.ts',
    ],
  },
  trust: {
    files: [
      'src/trust/learning/lesson.ts',
      'src/trust/learning/near.ts',
      'src/trust/learning/recalibrate.ts',
      'src/trust/state.ts',
    ],
    tests: ['src/trust', 'src/cli/trust', 'test/e2e/trust', 'test/e2e/risk.test.ts'],
  },
  controller: {
    files: [
      'src/controller/guard.ts',
      'src/controller/plan.ts',
      'src/controller/refs.ts',
      'src/controller/drivers/acting.ts',
      'src/controller/drivers/judging.ts',
    ],
    tests: ['src/controller', 'src/cli/controller', 'test/e2e/controller'],
  },
}

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '34' },
    count: { type: 'string', default: '40' },
    in: { type: 'string', default: '.' },
    pass: { type: 'string', multiple: true, default: ['near', 'related', 'processes'] },
    only: { type: 'string' },
    results: { type: 'string', default: `${FOLDER}/results.jsonl` },
  },
  allowPositionals: true,
})
/** Most draws do not compile, in some files: after this many the next file has its turn. */
const MOST_TRIES = 20

function make() {
  const random = generator(Number(values.seed))
  const pick = (list) => list[Math.floor(random() * list.length)]
  const compiler = typeChecker(Object.values(AREAS).flatMap(({ files }) => files))
  const areas = Object.values(AREAS).map(({ files }) => shuffled(files, random))
  const taken = new Set()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (let tries = 0; taken.size < Number(values.count); ) {
    const area = areas[taken.size % areas.length]
    const file = area[(Math.floor(taken.size / areas.length) + Math.floor(tries / MOST_TRIES)) % area.length]
    const found = sites(compiler.source(file), compiler.checker())
    // First the operator, then the place, so that common operators do not crowd out the others.
    const operator = pick([...new Set(found.map(({ name }) => name))])
    const site = pick(found.filter(({ name }) => name === operator))
    const text = readFileSync(file, 'utf8')
    const mutated = text.slice(0, site.from) + site.to + text.slice(site.end)
    const key = `${file}:${site.from}:${site.name}`
    if (taken.has(key) || !compiler.accepts(file, mutated)) {
      tries += 1
      continue
    }
    tries = 0
    taken.add(key)
    const number = String(taken.size).padStart(2, '0')
    const line = text.slice(0, site.from).split('\n').length
    writeFileSync(join(FOLDER, `${number}.patch`), `${file}:${line} ${site.name}\n${diffOf(file, text, mutated)}`)
    console.log(`${number} ${file}:${line} ${site.name}`)
  }
}

/** Random numbers from 0 to 1 (mulberry32). */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled(list, random) {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** The compiler on the files and what they import. It checks again only what a change affects. */
function typeChecker(files) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    '.',
  )
  const host = ts.createIncrementalCompilerHost({ ...options, noUnusedLocals: false })
  const read = host.readFile
  const changed = new Map()
  host.readFile = (path) => changed.get(resolve(path)) ?? read(path)
  let builder
  const build = () => {
    builder = ts.createSemanticDiagnosticsBuilderProgram(files, options, host, builder)
    return builder.getSemanticDiagnostics().concat(builder.getSyntacticDiagnostics()).length === 0
  }
  build()
  const clean = builder
  return {
    source: (file) => clean.getSourceFile(file),
    checker: () => clean.getProgram().getTypeChecker(),
    accepts(file, text) {
      changed.set(resolve(file), text)
      const accepted = build()
      changed.clear()
      builder = clean
      return accepted
    },
  }
}

const SWAPS = new Map(
  [
    ['===', '!=='],
    ['<', '<='],
    ['>', '>='],
    ['&&', '||'],
    ['true', 'false'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)

/** Every place in a file that an operator changes: from, end and the text to put there. */
function sites(source, checker) {
  const all = []
  const add = (node, name, to) => all.push({ name, to, from: node.getStart(source), end: node.getEnd() })
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    mutate(node, add, checker)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return all
}

function mutate(node, add, checker) {
  const swapped = SWAPS.get(node.getText())
  if (swapped !== undefined) add(node, `${node.getText()} → ${swapped}`, swapped)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add(node, '!x → x', node.operand.getText())
  if (ts.isNumericLiteral(node))
    for (const by of [1, -1]) add(node, `number ${by > 0 ? '+' : '-'} 1`, `${Number(node.text) + by}`)
  if (isDroppable(node)) add(node, 'statement removed', '{}')
  const result = resultOf(node)
  if (result !== undefined && isBoolean(checker.getTypeAtLocation(result)))
    add(result, 'result negated', `!(${result.getText()})`)
}

function resultOf(node) {
  if (ts.isReturnStatement(node)) return node.expression
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined
}

const isDroppable = (node) =>
  ts.isThrowStatement(node) || ts.isContinueStatement(node) || ts.isExpressionStatement(node) || isEarlyReturn(node)

const isEarlyReturn = (node) => ts.isReturnStatement(node) && ts.isIfStatement(node.parent)

const isBoolean = (type) => (type.flags & ts.TypeFlags.BooleanLike) !== 0

function diffOf(file, before, after) {
  try {
    writeFileSync(file, after)
    return execFileSync('git', ['diff', '--no-color', '--no-ext-diff', '--', file], { encoding: 'utf8' })
  } finally {
    writeFileSync(file, before)
  }
}

async function run() {
  const only = values.only?.split(',')
  const chosen = mutants().filter(({ number }) => only?.includes(number) ?? true)
  const copy = copyOf(resolve(values.in))
  try {
    for (const pass of values.pass) {
      const due = chosen.filter((mutant) => isDue(mutant, pass))
      if (pass === 'near') for (const mutant of due) await testAlone(mutant, copy)
      else
        for (const area of Object.keys(AREAS))
          await testArea(
            due.filter((one) => one.area === area),
            pass,
            copy,
          )
    }
  } finally {
    remove(copy)
  }
  show()
}

function mutants() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => {
      const patch = resolve(FOLDER, name)
      const head = readFileSync(patch, 'utf8').split('\n', 1)[0]
      const [, file] = head.match(/^(.*):\d+ /)
      const [area] = Object.entries(AREAS).find(([, { files }]) => files.includes(file))
      return { number: name.replace('.patch', ''), patch, head, file, area }
    })
}

/** Copies what is committed in a checkout, and links its dependencies: beside it, because links cannot leave a disk. */
function copyOf(dir) {
  const copy = mkdtempSync(`${dir}-mutant-`)
  execFileSync('git', ['clone', '--quiet', '--shared', dir, copy])
  execFileSync('cp', ['-al', join(dir, 'node_modules'), copy])
  // Caches are rewritten in place, and so would be shared.
  for (const name of ['.vite', '.cache']) rmSync(join(copy, 'node_modules', name), { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      remove(copy)
      process.exit(1)
    })
  return copy
}

/** Tests that are being stopped may still write there. */
const remove = (dir) => rmSync(dir, { recursive: true, force: true, maxRetries: 20 })

const results = () =>
  existsSync(values.results) ? readFileSync(values.results, 'utf8').trim().split('\n').map(JSON.parse) : []

const isDue = ({ number }, pass) =>
  !results().some(
    ({ mutant, pass: done, outcome }) =>
      mutant === number && (outcome === 'caught' || (outcome === 'survived' && done === pass)),
  )

/** The arguments for vitest of the passes after the first, by the area and files of the mutants. */
const PASSES = {
  related: (_, files) => ['related', '--run', '--project=quick', ...files],
  quick: () => ['run', '--project=quick'],
  processes: (area) => ['run', '--project=processes', ...AREAS[area].tests],
  all: () => ['run'],
}

/** Runs the quick tests beside the file, then those of its folder. */
async function testAlone(mutant, copy) {
  const { file } = mutant
  const runs = [file.replace(/ts$/, ''), `${dirname(file)}/`].map((path) => ['run', '--project=quick', path])
  const from = performance.now()
  let failure
  for (const args of runs) failure ??= (await failuresOf(copy, [mutant], ['--bail=1', ...args]))[0]
  // A test that fails without the mutant too has not caught it.
  const isBroken = failure?.file !== undefined && (await failuresOf(copy, [], ['run', failure.file])).length > 0
  note(mutant, 'near', isBroken ? 'broken' : failure === undefined ? 'survived' : 'caught', failure, from)
}

/** Tests all mutants of an area at once, which takes long, and then each with the test files that failed. */
async function testArea(group, pass, copy) {
  if (group.length === 0) return
  const args = PASSES[pass](group[0].area, new Set(group.map(({ file }) => file)))
  const failures = await failuresOf(copy, group, args)
  const files = failures.map(({ file }) => file)
  const isCrash = files.includes(undefined)
  const broken = failures.length === 0 || isCrash ? [] : await failuresOf(copy, [], ['run', ...files])
  for (const { by } of broken) console.log(`fails without a mutant: ${by}`)
  const telling = files.filter((file) => !broken.some((one) => one.file === file))
  const again = isCrash ? args : ['run', ...telling]
  for (const mutant of group) {
    const from = performance.now()
    const [failure] = telling.length === 0 ? [] : await failuresOf(copy, [mutant], ['--bail=1', ...again])
    note(mutant, pass, failure === undefined ? 'survived' : 'caught', failure, from)
  }
}

function note({ number, head }, pass, outcome, failure, from) {
  const seconds = Math.round((performance.now() - from) / 1000)
  const result = { mutant: number, head, pass, outcome, by: failure?.by ?? null, seconds }
  appendFileSync(values.results, `${JSON.stringify(result)}\n`)
  console.log(row(result))
}

const LIMIT_MS = 60 * 60_000

/** Applies mutants and runs tests. Returns the first failure of each file; one without a file if vitest itself ended. */
async function failuresOf(copy, applied, args) {
  for (const { patch } of applied) execFileSync('git', ['apply', patch], { cwd: copy })
  const report = join(copy, 'coverage/report.json')
  rmSync(report, { force: true })
  const options = ['--passWithNoTests', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...options], {
    cwd: copy,
    // The option --maxWorkers does not reach projects that extend the root.
    env: { ...process.env, VITEST_MAX_WORKERS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIMIT_MS,
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-300)
  })
  const code = await new Promise((done) => child.on('close', done))
  execFileSync('git', ['checkout', '--quiet', '--', 'src'], { cwd: copy })
  if (code === 0) return []
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  const failed = results.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [{ by: code === null ? 'time limit' : errors.trim() }]
  return failed.map(({ name, assertionResults, message }) => {
    const file = relative(copy, name)
    const test = assertionResults.find(({ status }) => status === 'failed')?.fullName
    return { file, by: `${file}: ${test ?? message.slice(0, 200)}` }
  })
}

const row = ({ mutant, head, pass, outcome, by, seconds }) =>
  `| ${mutant} | ${head.replaceAll('|', '\\|')} | ${outcome} | ${pass} | ${seconds} s | ${(by ?? '').replaceAll('|', '\\|')} |`

/** Prints the last result of each mutant as a Markdown table. */
function show() {
  const last = [...new Map(results().map((one) => [one.mutant, one])).values()]
  last.sort((a, b) => a.mutant.localeCompare(b.mutant))
  console.log('| | mutant | outcome | pass | time | test |\n|---|---|---|---|---|---|')
  for (const one of last) console.log(row(one))
  console.log(`\n${last.filter(({ outcome }) => outcome === 'caught').length} of ${last.length} caught`)
}

const commands = { make, run, show }
const command = commands[positionals[0]]
if (command === undefined) {
  console.error('usage: node scripts/mutants.mjs make | run | show (see the head of the file)')
  process.exit(1)
}
await command()
