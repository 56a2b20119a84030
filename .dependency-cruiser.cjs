/**
 * Import rules. Each names the promise it protects; test/project/boundaries.test.ts proves that each one catches a violation.
 * Type imports count: they couple files as much as code does.
 */

/** Bottom to top: a layer may import earlier layers, never later ones. */
const LAYERS = [
  ['ledger'],
  ['policy', 'shell', 'process', 'project', 'model'],
  ['session'],
  ['dispatch', 'gate', 'claims', 'mount', 'trust', 'controller'],
  ['views'],
  ['supervisor'],
  ['hosts'],
  ['machine'],
  ['hook', 'validate', 'doctor', 'ci', 'mcp', 'cli', 'server'],
  ['web'],
]
const ROOMS = LAYERS[3].join('|')

/** Tests sit beside the code and may import anything. The conformance suite is a test that all stores share. */
const TESTS = ['[.]test[.]ts$', '/conformance/', '^test/']

/** Files that do I/O, in folders whose other files decide. */
const ACTING = '(?:/stores/|/drivers/|/validators/run[.]ts$|/loop[.]ts$|/cycle[.]ts$|/project/look[.]ts$)'
const DECIDING = { path: `^src/(?:ledger|policy|shell|project|session|${ROOMS})/`, pathNot: [...TESTS, ACTING] }

/** The program that people and hosts start. */
const START = '^src/hook/start[.]ts$'

/** Files that judge the end of a turn, ask git about the workspace, and start the program that runs validators. */
const STOP =
  '^src/(?:hook/stop|machine/(?:gatherer|model-asker|reused-evidence|workspace)|process/(?:child-process|engine))[.]ts$'
/** Looks at the workspace, as the end of a turn does. */
const PROMPT = '^src/hook/prompt\\.ts$'

/** Our own files, without schemas and libraries. */
const LIGHT = '^(?!.*/(?:(?:ledger|policy)/schema|group-commit)[.]ts$)src/'

const folders = (names) => `^src/(?:${names.join('|')})/`

const layers = LAYERS.slice(0, -1).map((names, i) => ({
  name: `layers-${names[0]}`,
  comment: `Promise: ${names.join(', ')} can be read, tested and trusted without knowing what is built on top.`,
  severity: 'error',
  from: { path: folders(names), pathNot: TESTS },
  to: { path: [folders(LAYERS.slice(i + 1).flat()), '^src/index[.]ts$'] },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Promise: every file can be understood after its imports, and there is only one load order.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layers,
    {
      name: 'index-is-a-library',
      comment: 'Promise: importing the package starts nothing; programs use the library, not the other way round.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: { path: folders(LAYERS.slice(-2).flat()) },
    },
    {
      name: 'rooms-are-siblings',
      comment:
        'Promise: a room changes without the others. Code that two of them need belongs in the ledger or supervisor/.',
      severity: 'error',
      from: { path: `^src/(${ROOMS})/`, pathNot: TESTS },
      to: { path: `^src/(?:${ROOMS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'deciding-is-pure',
      comment:
        'Promise: same entries, same verdict, on any machine, forever. Deciding code uses no disk, network, process or clock.',
      severity: 'error',
      from: DECIDING,
      to: { reachable: true, pathNot: [`^(?!.*${ACTING})src/`, '^crypto$', 'node_modules/(?:zod|yaml)/'] },
    },
    {
      name: 'hashing-in-three-files',
      comment: 'Promise: all hashing and signing is in three files; no other deciding code imports crypto.',
      severity: 'error',
      from: {
        ...DECIDING,
        pathNot: [...DECIDING.pathNot, '^src/(?:ledger/(?:digest|checkpoint)|policy/signature)[.]ts$'],
      },
      to: { path: '^crypto$' },
    },
    {
      name: 'kinds-are-import-free',
      comment: 'Promise: the entry types of the ledger can be read, copied and loaded on their own.',
      severity: 'error',
      from: { path: '^src/ledger/kinds[.]ts$' },
      to: {},
    },
    {
      name: 'hook-is-light',
      comment:
        'Promise: a hook costs little more than starting Node. It loads only our own files and four small Node modules.',
      severity: 'error',
      from: { path: '^src/hook/', pathNot: [...TESTS, START, STOP, PROMPT] },
      to: { reachable: true, pathNot: [LIGHT, '^(?:crypto|fs|os|path)$'] },
    },
    {
      name: 'stop-is-light',
      comment:
        'Promise: the beginning and the end of a turn cost little more than any hook if no validator has to run; validators are another program.',
      severity: 'error',
      from: { path: [STOP, PROMPT] },
      to: { reachable: true, pathNot: [LIGHT, '^(?:child_process|crypto|fs|os|path|v8)$'] },
    },
    {
      name: 'stop-runs-nothing',
      comment:
        'Promise: validators run in a separate program, which can be stopped; the hook only reads their results.',
      severity: 'error',
      from: { path: ['^src/hook/', STOP], pathNot: TESTS },
      to: { reachable: true, path: '^src/claims/validators/(?:run|drivers/(?!changed))' },
    },
    {
      name: 'start-is-light',
      comment:
        'Promise: the start program knows the hook and the command line by name only, and loads nothing it does not run.',
      severity: 'error',
      from: { path: START },
      to: { pathNot: '^(?:fs|vm)$' },
    },
    {
      name: 'no-orphans',
      comment: 'Promise: every file in src is part of the program.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS, orphan: true },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'Promise: every import resolves.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dependency',
      comment: 'Promise: the package contains the libraries it needs, and no tool of its developers.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'],
        pathNot:
          '^node_modules/(?:@ai-sdk/openai-compatible|get-east-asian-width|jsonc-parser|picocolors|smol-toml|yaml)/',
      },
    },
    {
      name: 'not-to-tests',
      comment: 'Promise: the program runs without its tests, benchmarks and scripts.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: [...TESTS, '^bench/', '^scripts/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
