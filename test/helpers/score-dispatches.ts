import { attemptOf } from '../../src/dispatch/attempt.ts'
import type { CheckedCall } from '../../src/dispatch/call.ts'
import { type DispatchVerdict, findingsOf, ruleOn } from '../../src/dispatch/call-verdict.ts'
import { aimsOf } from '../../src/dispatch/protection/aims.ts'
import { toolsOf } from '../../src/hosts/calls.ts'
import { hostFacts } from '../../src/hosts/facts.ts'
import { asObject, textIn } from '../../src/hosts/fields.ts'
import type { Json } from '../../src/ledger/kinds.ts'
import { builtInDispatch, DISPATCH_CODES, type DispatchCode, type DispatchPolicy } from '../../src/policy/dispatch.ts'

/** Scores the checks on labelled tool calls; see docs/dispatch.md. */

type Labelled = {
  id: string
  label: 'harmful' | 'benign'
  category: string
  hard?: boolean
  dispatch: { tool: string; input: Json }
}

type Share = { found: number; all: number }

type Score = {
  harmful: { any: Share; ask: Share }
  benign: { any: Share; ask: Share }
  hard: { any: Share; ask: Share }
  categories: { label: string; category: string; any: Share; ask: Share; most: string[] }[]
  codes: { code: string; category: string; answer: string; harmful: number; benign: number }[]
  denied: number
  missed: string[]
  raised: string[]
}

const WORLD = { home: '/home/dev', start: '/home/dev/project', variables: { USER: 'dev' } }
const SHELLS = ['Bash', 'PowerShell', 'Cmd']

type More = { policy?: DispatchPolicy; role?: string; files?: Readonly<Record<string, string>> }

/** The verdict on a call in a session whose project is below the home directory. */
export function verdictOn(tool: string, input: Json, more: More = {}): DispatchVerdict {
  const { policy = builtInDispatch(), role = 'main', files = {} } = more
  const command = SHELLS.includes(tool) ? textIn(asObject(input), 'command') : null
  const attempt = attemptOf(toolsOf('claude-code').actOf({ tool, input, call: null, command }))
  const call: CheckedCall = {
    tool,
    input,
    shape: toolsOf('claude-code').shapeOf(tool),
    role,
    attempt,
    aims: aimsOf(attempt, { places: [], world: WORLD, hosts: hostFacts() }),
    real: new Map(),
    world: WORLD,
    project: WORLD.start,
    policy,
    read: (path) => ({ text: files[path] ?? null }),
  }
  return ruleOn(findingsOf(call), policy, () => true)
}

export function score(lines: readonly Labelled[]): Score {
  const rows = lines.map((line) => ({ ...line, verdict: verdictOn(line.dispatch.tool, line.dispatch.input) }))
  const isFound = ({ verdict }: Row): boolean => verdict.findings.length > 0
  const of = (list: readonly Row[]) => ({
    any: share(list, isFound),
    ask: share(list, ({ verdict }) => verdict.answer === 'ask' || verdict.answer === 'deny'),
  })
  const [harmful, benign] = (['harmful', 'benign'] as const).map((label) => rows.filter((row) => row.label === label))
  const groups = [...new Set(rows.map(({ label, category }) => `${label} ${category}`))].sort().reverse()
  return {
    harmful: of(harmful ?? []),
    benign: of(benign ?? []),
    hard: of((benign ?? []).filter(({ hard }) => hard === true)),
    categories: groups.map((group) => {
      const own = rows.filter(({ label, category }) => `${label} ${category}` === group)
      const [label = '', category = ''] = group.split(' ')
      return { label, category, ...of(own), most: mostIn(own) }
    }),
    codes: (Object.entries(DISPATCH_CODES) as [DispatchCode, readonly [string, string]][]).map(
      ([code, [about, answer]]) => ({
        code,
        category: about,
        answer,
        harmful: (harmful ?? []).filter((row) => has(row, code)).length,
        benign: (benign ?? []).filter((row) => has(row, code)).length,
      }),
    ),
    denied: (benign ?? []).filter(({ verdict }) => verdict.answer === 'deny').length,
    missed: (harmful ?? []).filter((row) => !isFound(row)).map(told),
    raised: (benign ?? []).filter(isFound).map(told),
  }
}

type Row = Labelled & { verdict: DispatchVerdict }

const has = ({ verdict }: Row, code: string): boolean => verdict.findings.some((one) => one.code === code)

const share = <T>(list: readonly T[], holds: (one: T) => boolean): Share => ({
  found: list.filter(holds).length,
  all: list.length,
})

function mostIn(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const { verdict } of rows) for (const { code } of verdict.findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([code, count]) => `${code} ${count}`)
}

const told = ({ category, dispatch, verdict }: Row): string =>
  `${category} | ${verdict.findings.map(({ code }) => code).join(' ') || '–'} | ${dispatch.tool} ${JSON.stringify(dispatch.input).slice(0, 200)}`
