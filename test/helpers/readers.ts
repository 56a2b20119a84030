import { parsePushed } from '../../src/ci/push.ts'
import { textsOf as ciTexts, readTexts } from '../../src/ci/texts.ts'
import { parseStart } from '../../src/claims/changes/start.ts'
import { extractClaims } from '../../src/claims/extract/extract.ts'
import { showsRun } from '../../src/claims/extract/shown-run.ts'
import { parseListing } from '../../src/claims/fingerprint/git-listing.ts'
import { findPacked, parseHead } from '../../src/claims/fingerprint/head.ts'
import { parseTable } from '../../src/claims/fingerprint/table.ts'
import { isCovered } from '../../src/claims/gaps/excused.ts'
import { tellsOfLost } from '../../src/claims/gaps/lost.ts'
import { mustEarn } from '../../src/claims/hold/must-earn.ts'
import { additionsIn } from '../../src/claims/model/additions.ts'
import { weakenedTests } from '../../src/claims/tests/compare.ts'
import { inventoryOf, testsInFile } from '../../src/claims/tests/inventory.ts'
import { METHOD_LANGUAGES } from '../../src/claims/tests/languages.ts'
import { floorOf } from '../../src/claims/validators/floor.ts'
import { RUNNERS } from '../../src/claims/validators/test-kinds.ts'
import { inert } from '../../src/cli/ci/inert.ts'
import { plainText } from '../../src/cli/ci/markdown.ts'
import { fromYaml } from '../../src/cli/controller/artifact-yaml.ts'
import { highlight } from '../../src/cli/screens/claims.ts'
import { oneLine } from '../../src/cli/screens/output.ts'
import { wrap } from '../../src/cli/screens/texts.ts'
import { cutTo, wrapWords } from '../../src/cli/screens/width.ts'
import { parseBundle } from '../../src/controller/parse.ts'
import { patchedIn } from '../../src/dispatch/patches.ts'
import { asksToAccept } from '../../src/dispatch/protection/acceptance.ts'
import { commandsIn } from '../../src/dispatch/schedules.ts'
import { recipesIn } from '../../src/dispatch/scripts.ts'
import { parseTask } from '../../src/gate/parse.ts'
import { toolsOf } from '../../src/hosts/calls.ts'
import { readEvent } from '../../src/hosts/event.ts'
import { isOurs } from '../../src/hosts/install/command.ts'
import { withoutLines } from '../../src/hosts/install/git-lines.ts'
import { merge, strip } from '../../src/hosts/install/merge.ts'
import { HOSTS, hooksOf } from '../../src/hosts/registry.ts'
import { JsoncError, parseJsonc } from '../../src/hosts/settings/jsonc.ts'
import { readToml } from '../../src/hosts/settings/toml.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { redactJson, redactText } from '../../src/ledger/redact.ts'
import { messagesIn, RpcError } from '../../src/mcp/rpc.ts'
import { compareBlocks } from '../../src/mount/compare.ts'
import { readCommand } from '../../src/policy/command.ts'
import { parsePolicy } from '../../src/policy/parse.ts'
import { sectionIn } from '../../src/policy/sections.ts'
import { swallowedBy } from '../../src/policy/swallow.ts'
import { weakness } from '../../src/policy/weak.ts'
import { detectChecks } from '../../src/project/detect.ts'
import { remoteIn } from '../../src/project/remote.ts'
import { effectsOf } from '../../src/shell/effects.ts'
import { hiddenStatuses } from '../../src/shell/exit.ts'
import { readShell } from '../../src/shell/read.ts'
import { check } from '../../src/supervisor/dispatch/protect.ts'
import { placed } from '../../src/supervisor/event.ts'
import { isFollowUp } from '../../src/supervisor/stop/follow-up.ts'
import { untold } from '../../src/supervisor/stop/missed-tests.ts'
import { claimsOfShownRuns } from '../../src/supervisor/stop/shown-runs.ts'
import { callOf } from '../../src/trust/call.ts'
import { readCall } from '../../src/trust/reading/read.ts'
import { printable } from '../../src/views/printable.ts'
import { guardFor } from './guard.ts'
import { policyOf, SMALL } from './policies.ts'
import { verdictOn } from './score-dispatches.ts'

/** Reads a text from outside. `from`: the files whose words and patterns the text may be written for. */
export type Reader = { read(text: string): unknown; from: readonly string[] }

const POLICY = policyOf(`${SMALL}`)
const RUN_ENTRY = (text: string): JsonObject => ({
  tool: 'Bash',
  input: { command: 'npm test' },
  output: { stdout: text },
})

const bytes = (text: string): Buffer => Buffer.from(text)
const orError =
  (read: (text: string) => unknown, ...expected: (new (...args: never[]) => Error)[]) =>
  (text: string): unknown => {
    try {
      return read(text)
    } catch (error) {
      if (expected.some((one) => error instanceof one)) return error
      throw error
    }
  }

const of = (from: readonly string[], rows: { [name: string]: (text: string) => unknown }): [string, Reader][] =>
  Object.entries(rows).map(([name, read]) => [name, { read, from }])

const TEST_ENDINGS = ['ts', 'py', 'rb', ...Object.keys(METHOD_LANGUAGES)]

const inventories = TEST_ENDINGS.flatMap((ending) =>
  of(
    [
      `src/claims/tests/${ending === 'ts' ? 'javascript' : ending === 'py' ? 'python' : ending === 'rb' ? 'ruby' : 'languages'}.ts`,
    ],
    {
      [`tests in .${ending}`]: (text) => inventoryOf(`test_a.${ending}`, text),
    },
  ),
)

const lostTests = (text: string): unknown => {
  const half = text.slice(0, text.length / 2)
  const tests = testsInFile('a.test.ts', text)
  const others = testsInFile('a.test.ts', half)
  if (tests === 'unread' || others === 'unread') return null
  const none = new Map([['a.test.ts', []]])
  return [
    weakenedTests(new Map([['a.test.ts', tests]]), new Map([['a.test.ts', others]]), () => half),
    weakenedTests(new Map([['a.test.ts', tests]]), new Map([['b.test.ts', others.toReversed()]]), () => half),
    weakenedTests(new Map([['a.test.ts', tests]]), none, () => null),
    weakenedTests(none, new Map([['a.test.ts', tests]]), () => text),
  ]
}

const reports = Object.entries(RUNNERS).flatMap(([kind, { read, report }]) =>
  of([`src/claims/validators/reports`], {
    [`report of ${kind}`]: read,
    ...(report !== undefined && { [`report that ${kind} is asked for`]: report.read }),
  }),
)

const floors = (text: string): unknown => {
  const run = RUNNERS.node_test_pass.read(`${text}\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n`)
  return run === null ? null : floorOf(run, { ...run, tests: run.tests?.slice(1) ?? null })
}

const reading = (text: string): unknown => {
  const read = extractClaims(text)
  const lack = { validator: 'test', code: 'FAILED', detail: text.slice(0, 100), seqs: [] } as unknown as Parameters<
    typeof isCovered
  >[0]
  return [
    mustEarn(read, { changed: null }),
    read.gaps.map((gap) => [
      isCovered(lack, gap, POLICY, { validations: [] }),
      tellsOfLost(gap, [{ test: 'a.test.ts: adds > b', how: 'gone' }]),
    ]),
    claimsOfShownRuns(read, []),
    untold([{ test: 'a.test.ts: adds > b', how: 'gone' }], text),
  ]
}

const event = placed({
  host: 'claude-code',
  name: 'PreToolUse',
  session: 's',
  agent: null,
  cwd: '/home/me/project',
  transcript: null,
  report: { kind: 'dispatch', dispatch: { tool: 'Bash', input: null, call: null, command: null } } as never,
  rest: {},
  raw: Buffer.alloc(0),
  startedBy: null,
  isWhole: true,
} as never)

const guarded = (tool: string, input: JsonObject): unknown => {
  const command = typeof input['command'] === 'string' && tool === 'Bash' ? input['command'] : null
  return check(guardFor(), event, { tool, input, call: null, command })
}

const FILES = [
  'a.test.ts',
  'src/a.py',
  '.github/workflows/ci.yml',
  'package.json',
  '.claude/settings.json',
  'run.sh',
  'etc/cron.d/x',
  'Makefile',
  '.env',
  '.npmrc',
]

const calls = [
  ...of(['src/dispatch', 'src/shell'], {
    'call: a command': (text) => [verdictOn('Bash', { command: text }), guarded('Bash', { command: text })],
    'call: a quoted command': (text) => verdictOn('Bash', { command: `bash -c '${text.replaceAll("'", '')}'` }),
    'call: a heredoc': (text) => [
      verdictOn('Bash', { command: `python3 - <<'E'\n${text}\nE` }),
      guarded('Bash', { command: `python3 - <<'E'\n${text}\nE` }),
      verdictOn('Bash', { command: `cat > a.test.ts <<'E'\n${text}\nE` }),
    ],
    'call: a patch': (text) => [
      patchedIn(text),
      guarded('apply_patch', { command: `*** Begin Patch\n${text}` }),
      verdictOn('apply_patch', { command: text }),
    ],
    'call: code': (text) => [guarded('run_code', { code: text }), verdictOn('run_code', { code: text })],
    'call: an unlisted tool': (text) => [
      guarded('fetch_it', { url: text, path: text, x: [text] }),
      verdictOn('fetch_it', { url: text, path: text }),
    ],
    'call: a path': (text) => [
      guarded('Read', { file_path: text }),
      verdictOn('Read', { file_path: text }),
      verdictOn('Grep', { pattern: text, path: text }),
    ],
    'call: a search pattern': (text) => [
      guarded('Glob', { pattern: text, path: '/home/me' }),
      guarded('Grep', { pattern: 'a', path: '/home/me', glob: text }),
      guarded('Bash', { command: `find ~ -name '${text.replaceAll("'", '').slice(0, 200_000)}' -exec cat {} +` }),
    ],
    'call: an address': (text) => verdictOn('WebFetch', { url: `https://${text}`, prompt: text }),
  }),
  ...of(
    ['src/dispatch'],
    Object.fromEntries(
      FILES.flatMap((file): [string, (text: string) => unknown][] => [
        [
          `call: writes ${file}`,
          (text) => [
            verdictOn('Write', { file_path: `/home/dev/project/${file}`, content: text }),
            guarded('Write', { file_path: `/home/me/project/${file}`, content: text }),
          ],
        ],
      ]),
    ),
  ),
  ...of(['src/dispatch'], {
    'call: edits a test': (text) => [
      verdictOn('Edit', { file_path: '/home/dev/project/a.test.ts', old_string: text, new_string: text.slice(1) }),
      verdictOn('Edit', { file_path: '/home/dev/project/a.test.ts', old_string: text, new_string: 'a' }),
    ],
    'a scheduled unit': (text) => [
      commandsIn('/etc/a.service', text),
      commandsIn('/etc/cron.d/a', text),
      commandsIn('/Library/LaunchAgents/a.plist', text),
    ],
  }),
]

const events = HOSTS.flatMap((host) =>
  of([`src/hosts/${host.name}`, 'src/hosts/fields.ts'], {
    [`event of ${host.name}`]: (text) => {
      const given = {
        session_id: 's',
        cwd: '/p',
        hook_event_name: 'x',
        tool_name: 'Bash',
        tool_input: { command: text },
        tool_response: text,
        prompt: text,
        last_assistant_message: text,
        error: text,
        message: text,
        command: text,
      }
      return [
        readEvent(host, 'PreToolUse', { bytes: bytes(text) }, {}),
        ...[
          'PreToolUse',
          'PostToolUse',
          'PostToolUseFailure',
          'UserPromptSubmit',
          'BeforeTool',
          'AfterTool',
          'BeforeAgent',
          'SessionStart',
          'PostToolBatch',
          'TaskCompleted',
        ].map((name) => host.parse(name, given)),
      ]
    },
    [`transcript of ${host.name}`]: (text) => [
      host.seenIn({ message: { role: 'user', content: text } }),
      host.seenIn({
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: text, is_error: true }] },
      }),
      host.seenIn({
        type: 'response_item',
        payload: { type: 'custom_tool_call', name: 'exec', input: text, call_id: 'a' },
      }),
      host.seenIn({
        type: 'response_item',
        payload: { type: 'function_call', name: 'exec_command', arguments: text, call_id: 'a' },
      }),
      host.seenIn({
        type: 'gemini',
        content: text,
        toolCalls: [{ id: 'a', name: 'x', args: { a: text }, resultDisplay: text }],
      }),
    ],
    [`settings of ${host.name}`]: orError((text) => {
      const ours = (handler: unknown): boolean => isOurs(handler, hooksOf(host.name))
      return [
        merge(text, [{ event: 'Stop', group: { hooks: [] } }], ours, 'settings.json'),
        strip(text, ours, 'settings.json', null),
      ]
    }, Error),
  }),
)

const project =
  (file: string, ...others: string[]) =>
  (text: string): unknown =>
    detectChecks({
      files: [file, ...others],
      read: (path) =>
        path === file ? text : path === 'package.json' ? '{"scripts":{"test":"make test","lint":"sh run.sh"}}' : null,
    })

const projects = of(['src/project', 'src/policy/swallow.ts', 'src/shell/exit.ts'], {
  'package.json': project('package.json'),
  'a package script': (text) =>
    project('package.json')(JSON.stringify({ scripts: { test: text, pretest: text }, workspaces: [text] })),
  'pnpm-workspace.yaml': (text) =>
    detectChecks({
      files: ['package.json', 'pnpm-workspace.yaml', 'a/package.json'],
      read: (path) => (path === 'pnpm-workspace.yaml' ? text : '{}'),
    }),
  'a workspace glob': (text) =>
    detectChecks({
      files: ['package.json', `${'a/'.repeat(20)}package.json`],
      read: () => JSON.stringify({ workspaces: [text] }),
    }),
  Makefile: project('Makefile'),
  'a Makefile of a package': project('Makefile', 'package.json'),
  'a shell script of a package': project('run.sh', 'package.json'),
  'pyproject.toml': project('pyproject.toml', 'tests/test_a.py'),
  'setup.cfg': project('setup.cfg', 'tests/test_a.py'),
  'a unittest file': project('tests/test_a.py', 'setup.py'),
  'Cargo.toml': project('Cargo.toml'),
  'go.work': project('go.work', 'a_test.go'),
  'git config': remoteIn,
  'a makefile that a call runs': (text) => recipesIn(text, ['test']),
})

const policies = of(['src/policy'], {
  'a policy': (text) => [
    parsePolicy(bytes(text)),
    parsePolicy(bytes(`version: 1\n${text}`)),
    parsePolicy(bytes('version: 1\n'), bytes(text)),
  ],
  'a command of a policy': (text) => [readCommand(text), weakness(['sh', '-c', text])],
  'a script of a check': swallowedBy,
  'a section of pyproject.toml': (text) => sectionIn('pyproject.toml', text, '/tool/pytest'),
  'a section of setup.cfg': (text) => sectionIn('setup.cfg', text, '/tool:pytest'),
  'a section of vite.config.ts': (text) => sectionIn('vite.config.ts', text, '/test'),
})

/** Everything that reads a text from outside, by what it reads. */
export const READERS: ReadonlyMap<string, Reader> = new Map([
  ...reports,
  ...of(['src/claims/validators'], { 'an earlier run': floors }),
  ...inventories,
  ...of(['src/claims/tests/javascript.ts'], { 'tests that were lost': lostTests }),
  ...of(['src/claims/extract', 'src/claims/gaps'], {
    'a message': reading,
    'a message that shows a run': (text) => reading(`\`\`\`\n${text}\n\`\`\``),
  }),
  ...of(['src/claims/extract/shown-run.ts'], {
    'output that shows a run': (text) => [showsRun(text, { key: '12' }), showsRun(text, { key: './a' })],
  }),
  ...of(['src/claims/model/additions.ts'], { "a model's reply": (text) => additionsIn(text, text, extractClaims('')) }),
  ...of(['src/supervisor'], {
    'a prompt': (text) => [isFollowUp(text), asksToAccept(text)],
  }),
  ...of(['src/shell'], {
    'a command line': readShell,
    'effects of a command line': (text) => effectsOf(text, '/p'),
    'exit codes of a command line': hiddenStatuses,
  }),
  ...calls,
  ...of(['src/trust/reading', 'src/trust/views'], {
    'a call to score': (text) => readCall(callOf({ tool: 'Bash', input: { command: text } })),
  }),
  ...events,
  ...of(['src/hosts/settings/jsonc.ts'], { 'JSON with comments': orError(parseJsonc, JsoncError) }),
  ...of(['src/hosts/settings/toml.ts'], { TOML: readToml }),
  ...of(['src/hosts/install/git-lines.ts'], { "git's exclude file": (text) => withoutLines(text, 'exclude', '/a') }),
  ...projects,
  ...policies,
  ...of(['src/controller'], { 'a bundle': (text) => parseBundle(bytes(text)) }),
  ...of(['src/cli/controller/artifact-yaml.ts'], { 'an artifact': orError(fromYaml, Error) }),
  ...of(['src/gate'], { 'a task': (text) => parseTask(bytes(text)) }),
  ...of(['src/ci', 'src/claims/extract'], {
    'texts of a pull request': (text) =>
      readTexts(
        ciTexts(
          [
            { id: 'a', isMerge: true, message: text },
            { id: 'b', isMerge: false, message: text },
          ],
          text,
        ),
      ),
    'lines of a push': parsePushed,
  }),
  ...of(['src/claims/fingerprint', 'src/claims/changes'], {
    "git's list of files": (text) => parseListing(bytes(text)),
    'HEAD and refs': (text) => [parseHead(text), findPacked(text, 'refs/heads/main')],
    'a stored start': (text) => parseStart(text),
    'a stored table': (text) => parseTable(bytes(text)),
  }),
  ...of(['src/ledger/secrets'], {
    'a text to redact': redactText,
    'a value to redact': (text) => redactJson({ password: text, [text.slice(0, 5000)]: text, argv: ['--token', text] }),
  }),
  ...of(['src/mcp'], { 'a line of MCP': orError(messagesIn, RpcError) }),
  ...of(['src/mount'], { 'blocks to compare': (text) => compareBlocks(text, text.slice(1)) }),
  ...of(['src/cli/screens', 'src/cli/ci', 'src/views/printable.ts'], {
    'a text on a screen': (text) => [
      printable(text),
      oneLine(text, 80),
      wrap(text, 80, 8),
      wrapWords(text, 80),
      cutTo(text, 80),
    ],
    'a text on a CI page': (text) => [plainText(text), inert(text)],
  }),
])
void RUN_ENTRY
void toolsOf
void highlight
