import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { PolicyEngine } from '@microsoft/agent-governance-sdk'
import { attemptOf } from '../../src/dispatch/attempt.ts'
import type { CheckedCall } from '../../src/dispatch/call.ts'
import { findingsOf, ruleOn } from '../../src/dispatch/call-verdict.ts'
import { aimsOf } from '../../src/dispatch/protection/aims.ts'
import { toolsOf } from '../../src/hosts/calls.ts'
import { hostFacts } from '../../src/hosts/facts.ts'
import { builtInDispatch, type CommandRule } from '../../src/policy/dispatch.ts'
import { eachMicros, JSON_10_KB } from './sample.ts'
import type { Subject } from './subject.ts'

const A_ROUND = 200
const RULES = 100

/** A typical agent command: cd, cleanup, pipe, redirection, substitution. */
const COMMAND =
  'cd packages/web && rm -rf dist coverage && NODE_ENV=test npx vitest run src/ledger --reporter=dot 2>&1 | tee /tmp/test.log | tail -40; git diff --stat "$(git merge-base HEAD origin/main)" -- src > /tmp/stat.txt'

const WORLD = { home: '/home/dev', start: '/home/dev/project', variables: {} }

const each = (act: () => unknown) => eachMicros(A_ROUND, act)

/**
 * All checks of a command that is already parsed. The limit is 50 µs, expressed as one JSON.parse of 10 KB so that slow
 * machines compare fairly.
 */
export const dispatch: Subject = {
  name: 'dispatch',
  what: 'all checks of a parsed shell command',
  baselineWhat: 'JSON.parse of 10 KB',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  open() {
    const { callOf, weigh } = ours([])
    const call = callOf(COMMAND)
    let parsing = Number.POSITIVE_INFINITY
    return {
      baseline: () => each(() => JSON.parse(JSON_10_KB)),
      subject: async () => {
        parsing = Math.min(parsing, await each(() => callOf(COMMAND)))
        return each(() => weigh(call))
      },
      note: () => `parsing the same ${COMMAND.length} bytes and finding their paths took ${parsing.toFixed(1)} µs more`,
    }
  },
}

/** Another engine: true if it denies a command. */
type Peer = (program: string, word: string) => boolean

/** Compares the same 100 command rules, of which the last one matches. Ours also runs all other checks. */
const beside = (
  name: string,
  peer: string,
  target: number,
  decide: (rules: readonly CommandRule[]) => Peer,
): Subject => ({
  name,
  what: `all checks and ${RULES} command rules`,
  baselineWhat: `${peer}, the same rules`,
  target,
  by: 'minimum',
  unit: 'µs',
  open() {
    const rules = Array.from(
      { length: RULES },
      (_, i): CommandRule => ({
        words: i === RULES - 1 ? ['npm', 'publish'] : [`tool-${i}`, `verb-${i}`],
        answer: 'deny',
      }),
    )
    const { callOf, weigh } = ours(rules)
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
    return answer.type === 'success' && answer.response.decision === 'deny'
  }
})

export const besideGovernance = beside('dispatch-agt', '@microsoft/agent-governance-sdk', 1, (rules) => {
  const engine = new PolicyEngine([
    ...rules.map(({ words: [program, word] }) => ({
      action: 'run',
      conditions: { program, word },
      effect: 'deny' as const,
    })),
    { action: '*', effect: 'allow' as const },
  ])
  return (program, word) => engine.evaluate('run', { program, word }) === 'deny'
})

/** Our checks, called as the supervisor calls them. */
function ours(commands: CommandRule[]) {
  const policy = { ...builtInDispatch(), commands }
  const [shape, hosts] = [toolsOf('claude-code').shapeOf('Bash'), hostFacts()]
  return {
    callOf: (command: string): CheckedCall => {
      const attempt = attemptOf({ kind: 'shell', command, directory: null })
      return {
        tool: 'Bash',
        input: { command },
        shape,
        role: 'main',
        attempt,
        aims: aimsOf(attempt, { places: [], world: WORLD, hosts }),
        real: new Map(),
        world: WORLD,
        project: WORLD.start,
        policy,
        read: () => ({ text: null }),
      }
    },
    weigh: (call: CheckedCall) => ruleOn(findingsOf(call), policy, () => true),
  }
}
