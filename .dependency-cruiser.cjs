/**
 * Who may import whom. Each rule names the promise it protects; test/project/boundaries.test.ts shows that each one bites.
 * Imports of types count: what a file knows about binds it as much as what it runs.
 */

/** From the ground up: a layer may use those before it, never those after it. */
const LAYERS = [
  ['ledger'],
  ['policy', 'shell', 'process', 'project', 'model'],
  ['session'],
  ['dispatch', 'gate', 'claims', 'mount', 'trust', 'controller'],
  ['views'],
  ['supervisor'],
  ['hosts'],
  ['machine'],
  ['hook', 'validate', 'doctor', 'mcp', 'cli', 'server'],
  ['web'],
]
const ROOMS = LAYERS[3].join('|')

/** Tests stand beside the code and may use anything; the stores' conformance suite is a test that stores share. */
const TESTS = ['[.]test[.]ts$', '/conformance[.]ts$', '^test/']

/** Files that touch the world, in folders whose other files decide. */
const ACTING = '(?:/stores/|/drivers/|/validators/run[.]ts$|/loop[.]ts$|/cycle[.]ts$|/project/look[.]ts$)'
const DECIDING = { path: `^src/(?:ledger|policy|shell|project|session|${ROOMS})/`, pathNot: [...TESTS, ACTING] }

/** What people and hosts start. */
const START = '^src/hook/start[.]ts$'

/** What judges the end of a turn, asks git about the workspace, and starts the program that runs validators. */
const STOP = '^src/(?:hook/stop|machine/(?:gatherer|reuse|child-process|engine))[.]ts$'

/** Ours, and without schemas and libraries. */
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
      comment: 'Promise: every file can be understood after those it imports, and loads in one order.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layers,
    {
      name: 'index-is-a-library',
      comment: 'Promise: importing the package starts nothing; programs stand on the library, not in it.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: { path: folders(LAYERS.slice(-2).flat()) },
    },
    {
      name: 'rooms-are-siblings',
      comment:
        'Promise: a room changes without the others. What two of them need belongs in the ledger or supervisor/.',
      severity: 'error',
      from: { path: `^src/(${ROOMS})/`, pathNot: TESTS },
      to: { path: `^src/(?:${ROOMS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'deciding-is-pure',
      comment:
        'Promise: same entries, same verdict, on any machine, for ever. What decides reaches no disk, network, process or clock.',
      severity: 'error',
      from: DECIDING,
      to: { reachable: true, pathNot: [`^(?!.*${ACTING})src/`, '^crypto$', 'node_modules/(?:zod|yaml)/'] },
    },
    {
      name: 'digests-have-one-door',
      comment:
        'Promise: how anything is hashed or signed is read in three files; nothing else that decides knows of crypto.',
      severity: 'error',
      from: {
        ...DECIDING,
        pathNot: [...DECIDING.pathNot, '^src/(?:ledger/(?:digest|checkpoint)|policy/signature)[.]ts$'],
      },
      to: { path: '^crypto$' },
    },
    {
      name: 'kinds-are-import-free',
      comment: 'Promise: the shapes of the ledger can be read, copied and loaded alone.',
      severity: 'error',
      from: { path: '^src/ledger/kinds[.]ts$' },
      to: {},
    },
    {
      name: 'hook-is-light',
      comment:
        'Promise: a hook costs an agent little more than starting Node. All it reaches is ours or four small modules of Node.',
      severity: 'error',
      from: { path: '^src/hook/', pathNot: [...TESTS, START, STOP] },
      to: { reachable: true, pathNot: [LIGHT, '^(?:crypto|fs|os|path)$'] },
    },
    {
      name: 'stop-is-light',
      comment:
        'Promise: the end of a turn costs little more as long as there is nothing to run; what runs is another program.',
      severity: 'error',
      from: { path: STOP },
      to: { reachable: true, pathNot: [LIGHT, '^(?:child_process|crypto|fs|os|path|v8)$'] },
    },
    {
      name: 'stop-runs-nothing',
      comment:
        'Promise: validators run in a program of their own, which can be stopped; the hook only reads what they said.',
      severity: 'error',
      from: { path: ['^src/hook/', STOP], pathNot: TESTS },
      to: { reachable: true, path: '^src/claims/validators/(?:run|drivers/(?!changed))' },
    },
    {
      name: 'start-is-light',
      comment:
        'Promise: what everybody starts knows the hook and the command line by name only, and loads no more than it runs.',
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
      comment: 'Promise: every import leads somewhere.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-dev-dependency',
      comment: 'Promise: what is installed with the package is all it needs.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'] },
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
