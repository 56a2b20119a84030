import { appendSync } from '../../src/ledger/stores/files/append.ts'
import { parametersIn } from '../../src/trust/admin/drivers/read.ts'
import { ADMIN_STREAM, adminDraft } from '../../src/trust/admin/facts.ts'
import type { OutcomeLearnt, TrustFact } from '../../src/trust/facts.ts'
import type { Change } from '../../src/trust/learning/change.ts'
import type { Parameters } from '../../src/trust/parameters.ts'
import type { Category } from '../../src/trust/patterns.ts'
import { ADMIN } from './admins.ts'
import { withHome } from './ledger.ts'
import { keptBash } from './lessons.ts'
import { type TrustPlace, trustPlace } from './trust-commands.ts'
import { observedOf, patternAdded } from './trust-facts.ts'

/** A project in which tests record calls, outcomes and lessons, as hooks would. */
export type LearntPlace = TrustPlace & {
  /** Records a session with scored shell commands. Returns the seqs of the proposals. */
  session(name: string, ...calls: RecordedCall[]): Promise<number[]>
  /** Puts an administrator's key in place. */
  administer(): Promise<void>
  parameters(): Promise<Parameters>
}

type RecordedCall = { command: string; risk: number | null; isAbove?: boolean }

export function learntPlace(): LearntPlace {
  const place = trustPlace()
  const { home, project } = place
  return {
    ...place,
    administer: () =>
      withHome(home, (opened) => {
        const body = { key: ADMIN.id, publicKey: ADMIN.publicKey, forced: false }
        appendSync(opened, ADMIN_STREAM, [adminDraft({ kind: 'admin.key', body })])
      }),
    parameters: () => withHome(home, parametersIn),
    session: (name, ...calls) =>
      withHome(home, (opened) => {
        const stream = `session/claude-code-${name}`
        const started = { host: 'claude-code', session: name, cwd: project }
        appendSync(opened, stream, [{ kind: 'session.started', actor: 'harness', body: started }])
        return calls.map(({ command, risk, isAbove = (risk ?? 1) > 0.3 }, i) => {
          const call = `${name}-${i}`
          const written = appendSync(opened, stream, [
            { kind: 'dispatch.proposed', actor: 'agent', body: { call, tool: 'Bash', input: { command } } },
            {
              kind: 'dispatch.scored',
              actor: 'harness',
              body: { call, risk, route: isAbove ? 'escalate' : 'proceed', matched: [], threshold: 0.3 },
            },
          ])
          return written.kind === 'written' ? (written.receipts[0]?.seq ?? 0) : 0
        })
      }),
  }
}

/** The pattern that a command becomes. */
export const pattern = (command: string, category: Category = 'destructive') =>
  patternAdded(keptBash(command), category)

/** The outcome of the call with that seq: by default a person's no, which taught something if there are changes. */
export const observed = (seq: number, changes: Change[] = [], more: Partial<OutcomeLearnt> = {}): TrustFact => ({
  kind: 'outcome.learnt',
  body: observedOf(seq, changes, {
    stream: 'session/claude-code-a',
    lesson: changes.length > 0 ? 'pattern' : 'known',
    ...more,
  }),
})

/** The weights that a recalibration gave to patterns. */
export const weighed = (weights: { [id: string]: number }): TrustFact => ({
  kind: 'store.recalibrated',
  body: {
    calls: 1_000,
    by: 'window',
    command: null,
    median: 0.05,
    drift: 'none',
    changes: Object.entries(weights).map(([id, weight]) => ({ kind: 'pattern.weighed', id, weight })),
  },
})
