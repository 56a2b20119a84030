import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFor, STATE } from '../../../test/helpers/guard.ts'
import { policyOf } from '../../../test/helpers/policies.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { trustAt } from '../../../test/helpers/trusts.ts'
import { findHost } from '../../hosts/registry.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { ANSWERS } from '../../policy/dispatch.ts'
import type { Call } from '../../trust/call.ts'
import { type Judged, judgeCall } from '../dispatch.ts'
import { placed } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import type { Trust } from '../trust.ts'

const PROJECT = '/home/me/project'

type Around = { trust?: Trust | null; dispatch?: string; canAsk?: boolean; host?: string; event?: string }

/** Judges a tool call in a project with a policy, under scorers that answer as the test says. */
function judge(tool_name: string, tool_input: JsonObject, around: Around = {}): Judged {
  const { trust = trustAt(0.9), dispatch = '{}', canAsk = true, host = 'claude-code', event = 'PreToolUse' } = around
  const active: ActivePolicy = {
    policy: policyOf(`version: 1\ndispatch: ${dispatch}\n`),
    why: 'approved',
    project: PROJECT,
    isMissing: false,
    source: 's',
    approvedAt: null,
    pinned: null,
    notice: null,
    finding: null,
  }
  const world = {
    guard: { ...guardFor(), canAsk: () => canAsk },
    recorder: { oldest: () => [] },
    activePolicy: () => active,
    trust,
  } as unknown as GuardedWorld
  const payload = { session_id: 's', cwd: PROJECT, tool_name, tool_input, tool_use_id: 'c1' }
  const parsed = placed({
    ...findHost(host).parse(event, payload),
    startedBy: null,
    raw: new Uint8Array(),
    isWhole: true,
  })
  if (parsed.report.kind !== 'dispatch') throw new Error('This is no tool call.')
  return judgeCall(world, parsed, parsed.report.dispatch)
}

const bash = (command: string, around?: Around): Judged => judge('Bash', { command }, around)
const bodies = ({ facts }: Judged, kind: string): unknown[] =>
  facts.flatMap((one) => (one.kind === kind ? [one.body] : []))
const codes = (judged: Judged): string[] =>
  bodies(judged, 'dispatch.flagged').flatMap((body) =>
    (body as { findings: { code: string }[] }).findings.map(({ code }) => code),
  )

/** A command that no check objects to. */
const PLAIN = 'make report'

describe('a scored call', () => {
  it('leaves its score, every opinion and what it was scored with', () => {
    expect(bodies(bash(PLAIN, { trust: trustAt(0.123456) }), 'dispatch.scored')).toEqual([
      {
        call: 'c1',
        risk: 0.1235,
        route: 'proceed',
        scores: {
          'raw-chars': 0.1235,
          'raw-words': 0.1235,
          'class-words': 0.1235,
          skeleton: 0.1235,
          'class-chars': 0.1235,
        },
        categories: [],
        matched: [],
        threshold: 0.3,
        pack: 'pack-1',
        learnt: 7,
      },
    ])
  })

  it('goes on without a finding if the score is low', () => {
    const judged = bash(PLAIN, { trust: trustAt(0.3) })
    expect(judged.answer).toEqual({ kind: 'go-on' })
    expect(codes(judged)).toEqual([])
  })

  it('is scored in the project that the policy belongs to', () => {
    const seen: { call: Call; project: string | null }[] = []
    bash(PLAIN, { trust: trustAt(0, 'flag', seen) })
    expect(seen.map(({ project }) => project)).toEqual([PROJECT])
  })

  it('leaves nothing if calls are not scored', () => {
    expect(bash(PLAIN, { trust: null })).toMatchObject({ facts: [], answer: { kind: 'go-on' } })
  })

  it('is not scored if protection denies it', () => {
    const seen: { call: Call; project: string | null }[] = []
    const judged = bash(`cat ${STATE}/keys/current`, { trust: trustAt(0.9, 'ask', seen) })
    expect(judged.answer.kind).toBe('deny')
    expect(seen).toEqual([])
    expect(bodies(judged, 'dispatch.scored')).toEqual([])
  })
})

it.each([
  `echo '{}' > ${STATE}/trust/p.json`,
  `rm -rf ${STATE}/tr*`,
  `cat ${STATE}/trust/p.json`,
  `cp other.bin ${STATE}/bin/1/pack.bin`,
])('no call of an agent reaches what scores rest on: %s', (command) => {
  expect(bash(command, { trust: trustAt(0), dispatch: '{ codes: {} }' }).answer.kind).toBe('deny')
})

describe('a call with a high score', () => {
  it('is flagged while the project is cold, and runs', () => {
    const judged = bash(PLAIN)
    expect(judged.answer).toEqual({ kind: 'go-on' })
    expect(bodies(judged, 'dispatch.flagged')).toEqual([
      {
        call: 'c1',
        tool: 'Bash',
        answer: 'flag',
        findings: [{ code: 'RISK_HIGH', said: '0.90, exfiltration, credential access' }],
      },
    ])
  })

  it('is asked about once the project is warm, and the question says why', () => {
    const { answer } = bash(PLAIN, { trust: trustAt(0.9, 'ask') })
    expect(answer).toEqual({
      kind: 'ask',
      reason:
        'A person must decide: this call resembles calls that do harm (RISK_HIGH). Risk: 0.90, exfiltration, credential access',
    })
  })

  it.each(['flag', 'deny'])('is flagged if nobody can be asked, even if nobody_to_ask is %s', (nobody) => {
    const judged = bash(PLAIN, { trust: trustAt(0.9, 'ask'), canAsk: false, dispatch: `{ nobody_to_ask: ${nobody} }` })
    expect(judged.answer).toEqual({ kind: 'go-on' })
    expect(bodies(judged, 'dispatch.flagged')).toMatchObject([{ answer: 'flag', unasked: true }])
  })

  it.each([
    ['allow', 'go-on', []],
    ['flag', 'go-on', ['RISK_HIGH']],
    ['ask', 'ask', ['RISK_HIGH']],
  ])('gets the answer of the policy, cold or warm: %s', (answer, kind, found) => {
    for (const automatic of ['flag', 'ask'] as const) {
      const judged = bash(PLAIN, { trust: trustAt(0.9, automatic), dispatch: `{ codes: { RISK_HIGH: ${answer} } }` })
      expect(judged.answer.kind).toBe(kind)
      expect(codes(judged)).toEqual(found)
      expect(bodies(judged, 'dispatch.scored')).toHaveLength(1)
    }
  })

  it('gets no finding if a person exempted its command from checks, but is still scored', () => {
    const dispatch = '{ commands: { allow: [make report] } }'
    const judged = bash(PLAIN, { trust: trustAt(0.9, 'ask'), dispatch })
    expect(judged.answer).toEqual({ kind: 'go-on' })
    expect(codes(judged)).toEqual([])
    expect(bodies(judged, 'dispatch.scored')).toMatchObject([{ risk: 0.9, route: 'escalate' }])
    // The exemption is for that command alone.
    expect(codes(bash(`${PLAIN} && make install`, { dispatch }))).toEqual(['RISK_HIGH'])
  })
})

describe('a call that could not be scored', () => {
  it('is flagged, cold or warm, and its entry says which scorers failed and why', () => {
    for (const automatic of ['flag', 'ask'] as const) {
      const judged = bash(PLAIN, { trust: trustAt(null, automatic) })
      expect(judged.answer).toEqual({ kind: 'go-on' })
      expect(codes(judged)).toEqual(['RISK_UNKNOWN'])
      const [body] = bodies(judged, 'dispatch.scored') as { left: unknown[] }[]
      expect(body).toMatchObject({ risk: null, route: 'escalate', pack: null, scores: {} })
      expect(body?.left).toHaveLength(5)
      expect(body?.left[0]).toEqual({ scorer: 'raw-chars', why: 'no pack' })
    }
  })

  it.each([
    ['allow', 'go-on'],
    ['ask', 'ask'],
  ])('gets the answer of the policy: %s', (answer, kind) => {
    const judged = bash(PLAIN, { trust: trustAt(null), dispatch: `{ codes: { RISK_UNKNOWN: ${answer} } }` })
    expect(judged.answer.kind).toBe(kind)
  })

  it('records only the beginning of a long reason', () => {
    const trust = trustAt(null)
    const wordy: Trust = {
      ...trust,
      score: (call, project) => {
        const scored = trust.score(call, project)
        return { ...scored, risk: { ...scored.risk, left: [{ scorer: 'x', why: 'y'.repeat(5_000) }] } }
      },
    }
    const [body] = bodies(bash(PLAIN, { trust: wordy }), 'dispatch.scored') as { left: { why: string }[] }[]
    expect(body?.left[0]?.why).toHaveLength(200)
  })
})

describe('a score and the checks', () => {
  it('a low score suppresses no finding', () => {
    const judged = bash('git reset --hard', { trust: trustAt(0) })
    expect(judged.answer.kind).toBe('ask')
    expect(codes(judged)).toEqual(['WORK_DISCARDED'])
    const denied = bash('git reset --hard', { trust: trustAt(0), dispatch: '{ codes: { WORK_DISCARDED: deny } }' })
    expect(denied.answer.kind).toBe('deny')
  })

  it('both are reported, the stricter first', () => {
    expect(codes(bash('git reset --hard', { trust: trustAt(0.9) }))).toEqual(['WORK_DISCARDED', 'RISK_HIGH'])
    expect(codes(bash('rm -rf src', { trust: trustAt(0.9, 'ask') }))[0]).toBe('RISK_HIGH')
  })

  it('nobody_to_ask still decides about a finding of the checks', () => {
    const around = { trust: trustAt(0.9, 'ask'), canAsk: false, dispatch: '{ nobody_to_ask: deny }' }
    expect(bash('git reset --hard', around).answer.kind).toBe('deny')
  })

  it('a score that fails switches off no check, and the ledger says so', () => {
    const trust: Trust = {
      score: () => {
        throw new RangeError('this was not foreseen')
      },
      learn() {},
      refresh() {},
    }
    const judged = bash('git reset --hard', { trust })
    expect(judged.answer.kind).toBe('ask')
    expect(codes(judged)).toEqual(['WORK_DISCARDED'])
    expect(bodies(judged, 'check.failed')).toMatchObject([{ call: 'c1', code: 'INTERNAL' }])
  })

  it('a score alone never denies a call, whatever the policy, the experience and the host', () => {
    const answer = fc.constantFrom(...ANSWERS.filter((one) => one !== 'deny'))
    fc.assert(
      fc.property(
        fc.record({
          score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
          automatic: fc.constantFrom('flag' as const, 'ask' as const),
          high: fc.option(answer),
          unknown: fc.option(answer),
          nobody: fc.constantFrom('flag', 'deny'),
          canAsk: fc.boolean(),
        }),
        ({ score, automatic, high, unknown, nobody, canAsk }) => {
          const given = Object.entries({ RISK_HIGH: high, RISK_UNKNOWN: unknown }).filter(([, one]) => one !== null)
          const dispatch = JSON.stringify({ codes: Object.fromEntries(given), nobody_to_ask: nobody })
          expect(bash(PLAIN, { trust: trustAt(score, automatic), dispatch, canAsk }).answer.kind).not.toBe('deny')
        },
      ),
      { seed: seed(), numRuns: scaled(1_000) },
    )
  })
})

describe('scorers see the same call, whatever the host calls it', () => {
  const seenIn = (tool: string, input: JsonObject, around: Around = {}): Call | undefined => {
    const seen: { call: Call; project: string | null }[] = []
    judge(tool, input, { ...around, trust: trustAt(0, 'flag', seen) })
    return seen[0]?.call
  }
  const GEMINI = { host: 'gemini', event: 'BeforeTool' }

  it.each<[string, string, JsonObject, Around]>([
    ['Claude Code', 'Write', { file_path: `${PROJECT}/a.txt`, content: 'x' }, {}],
    ['Gemini CLI', 'write_file', { file_path: `${PROJECT}/a.txt`, content: 'x' }, GEMINI],
  ])('a written file, by %s', (_, tool, input, around) => {
    expect(seenIn(tool, input, around)).toEqual({
      tool: 'Write',
      input: { file_path: `${PROJECT}/a.txt`, content: 'x' },
      command: null,
    })
  })

  it.each<[string, string, JsonObject, Around]>([
    ['Claude Code', 'Edit', { file_path: `${PROJECT}/a.txt`, old_string: 'x', new_string: 'y' }, {}],
    ['Gemini CLI', 'replace', { file_path: `${PROJECT}/a.txt`, old_string: 'x', new_string: 'y' }, GEMINI],
  ])('an edited file, by %s', (_, tool, input, around) => {
    expect(seenIn(tool, input, around)).toEqual({
      tool: 'Edit',
      input: { file_path: `${PROJECT}/a.txt`, old_string: 'x', new_string: 'y' },
      command: null,
    })
  })

  it.each<[string, string, JsonObject, Around]>([
    ['Claude Code', 'Read', { file_path: '/etc/shadow' }, {}],
    ['Gemini CLI', 'read_file', { file_path: '/etc/shadow' }, GEMINI],
  ])('a file that is read, by %s', (_, tool, input, around) => {
    expect(seenIn(tool, input, around)).toEqual({ tool: 'Read', input: { file_path: '/etc/shadow' }, command: null })
  })

  it.each<[string, string, Around]>([
    ['Claude Code', 'Bash', {}],
    ['Gemini CLI', 'run_shell_command', GEMINI],
  ])('a command, by %s', (_, tool, around) => {
    expect(seenIn(tool, { command: 'ls' }, around)?.command).toBe('ls')
  })

  it('any other tool with its own name and input', () => {
    const input = { to: 'x@example.org', body: 'y' }
    expect(seenIn('mcp__mail__send', input)).toEqual({ tool: 'mcp__mail__send', input, command: null })
  })
})
