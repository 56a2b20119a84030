import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { PolicyEngine } from '@microsoft/agent-governance-sdk'
import { build } from 'tsdown'
import { eachMicros } from './sample.mjs'

const A_ROUND = 200
const RULES = 100

/** A typical agent command: cd, cleanup, pipe, redirection, substitution. */
const COMMAND =
  'cd packages/web && rm -rf dist coverage && NODE_ENV=test npx vitest run src/ledger --reporter=dot 2>&1 | tee /tmp/test.log | tail -40; git diff --stat "$(git merge-base HEAD origin/main)" -- src > /tmp/stat.txt'

const WORLD = { home: '/home/dev', start: '/home/dev/project', variables: {} }
const JSON_TEXT = JSON.stringify(Array.from({ length: 640 }, (_, i) => ({ n: i, s: 'ab' })))

const each = (act) => eachMicros(A_ROUND, act)

/**
 * All checks of a command that is already parsed. The limit is 50 µs, expressed as one JSON.parse of 10 KB so that slow
 * machines compare fairly.
 */
export const dispatch = {
  name: 'dispatch',
  what: 'all checks of a parsed shell command',
  baselineWhat: 'JSON.parse of 10 KB',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const { callOf, weigh, close } = await ours([])
    const call = callOf(COMMAND)
    let parsing = Number.POSITIVE_INFINITY
    return {
      baseline: () => each(() => JSON.parse(JSON_TEXT)),
      subject: async () => {
        parsing = Math.min(parsing, await each(() => callOf(COMMAND)))
        return each(() => weigh(call))
      },
      note: () => `parsing the same ${COMMAND.length} bytes and finding their paths took ${parsing.toFixed(1)} µs more`,
      close,
    }
  },
}

/** Compares the same 100 command rules, of which the last one matches. Ours also runs all other checks. */
const beside = (name, peer, target, decide) => ({
  name,
  what: `all checks and ${RULES} command rules`,
  baselineWhat: `${peer}, the same rules`,
  target,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const rules = Array.from({ length: RULES }, (_, i) => ({
      words: i === RULES - 1 ? ['npm', 'publish'] : [`tool-${i}`, `verb-${i}`],
      answer: 'deny',
    }))
    const { callOf, weigh, close } = await ours(rules)
    const peerSays = decide(rules)
    const said = [weigh(callOf('npm publish')), weigh(callOf('npm test'))].map(({ answer }) => answer === 'deny')
    const theirs = [peerSays('npm', 'publish'), peerSays('npm', 'test')]
    if (said.join() !== 'true,false' || theirs.join() !== 'true,false')
      throw new Error(`The answers differ: ours ${said}, theirs ${theirs}`)
    const call = callOf('npm publish')
    let whole = Number.POSITIVE_INFINITY
    return {
      baseline: () => each(() => peerSays('npm', 'publish')),
      subject: async () => {
        whole = Math.min(whole, await each(() => weigh(callOf('npm publish'))))
        return each(() => weigh(call))
      },
      note: () => `including parsing the command, which the other is given as words, it took ${whole.toFixed(1)} µs`,
      close,
    }
  },
})

export const besideCedar = beside('dispatch-cedar', '@cedar-policy/cedar-wasm', 1, (rules) => {
  const forbids = rules.map(
    ({ words: [program, word] }) =>
      `forbid(principal, action, resource) when { context.program == "${program}" && context.word == "${word}" };`,
  )
  const parsed = preparsePolicySet('bench', {
    staticPolicies: ['permit(principal, action, resource);', ...forbids].join('\n'),
  })
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed))
  return (program, word) => {
    const answer = statefulIsAuthorized({
      principal: { type: 'Agent', id: 'main' },
      action: { type: 'Action', id: 'run' },
      resource: { type: 'Project', id: 'p' },
      context: { program, word },
      entities: [],
      preparsedPolicySetId: 'bench',
    })
    return answer.response.decision === 'deny'
  }
})

export const besideGovernance = beside('dispatch-agt', '@microsoft/agent-governance-sdk', 1, (rules) => {
  const engine = new PolicyEngine([
    ...rules.map(({ words: [program, word] }) => ({ action: 'run', conditions: { program, word }, effect: 'deny' })),
    { action: '*', effect: 'allow' },
  ])
  return (program, word) => engine.evaluate('run', { program, word }) === 'deny'
})

/** Our checks, called as the supervisor calls them. */
async function ours(commands) {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
  const entry = {
    attempt: 'src/dispatch/attempt.ts',
    aims: 'src/dispatch/protection/aims.ts',
    verdict: 'src/dispatch/call-verdict.ts',
    policy: 'src/policy/dispatch.ts',
    calls: 'src/hosts/calls.ts',
    facts: 'src/hosts/facts.ts',
  }
  const common = { config: false, outDir: dir, format: 'esm', platform: 'node', target: 'node20', fixedExtension: true }
  await build({ ...common, entry, dts: false, clean: false, logLevel: 'silent' })
  const load = (name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)
  const { attemptOf } = await load('attempt')
  const { aimsOf } = await load('aims')
  const { findingsOf, ruleOn } = await load('verdict')
  const { builtInDispatch } = await load('policy')
  const { toolsOf } = await load('calls')
  const { hostFacts } = await load('facts')
  const policy = { ...builtInDispatch(), commands }
  const [shape, hosts] = [toolsOf('claude-code').shapeOf('Bash'), hostFacts()]
  return {
    callOf: (command) => {
      const attempt = attemptOf({ kind: 'shell', command, directory: null })
      const aims = aimsOf(attempt, { places: [], world: WORLD, hosts })
      const input = { command }
      return {
        tool: 'Bash',
        input,
        shape,
        role: 'main',
        attempt,
        aims,
        real: new Map(),
        world: WORLD,
        project: WORLD.start,
        policy,
        read: () => ({ text: null }),
      }
    },
    weigh: (call) => ruleOn(findingsOf(call), policy, () => true),
    close: async () => rmSync(dir, { recursive: true }),
  }
}
