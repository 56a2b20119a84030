import { canonical } from '../../ledger/canonical.ts'
import type { Actor, ArtifactRef, Draft, Json } from '../../ledger/kinds.ts'
import type { PolicyDecision, ProposedChangePlan } from '../artifacts.ts'
import type { Role } from '../bundle.ts'
import { type Body, type CycleEnd, draft, type FactKind, isFailure } from '../facts.ts'
import { deniedBecause, judgeEffect } from '../guard.ts'
import { backlogOf, gapMapOf } from '../report.ts'
import { unresolvedRefs } from '../state.ts'
import { controllerName } from '../stream.ts'
import type { CycleWorld } from './world.ts'

type OfCycle = Exclude<FactKind, 'controller.taken' | 'controller.released' | 'effect.resolved' | 'cycle.started'>

/** Pieces of evidence that an agent may add in one step. */
const MAX_EVIDENCE = 200

/** Longer payloads are cut. */
const MAX_PAYLOAD_CHARS = 16 << 10

/** Writes the facts of one cycle, each with the hold and the number of the cycle. */
export class Notes {
  readonly #world: CycleWorld
  readonly cycle: number
  #modelCalls = 0

  constructor(world: CycleWorld, cycle: number) {
    this.#world = world
    this.cycle = cycle
  }

  note<Kind extends OfCycle>(
    kind: Kind,
    body: Omit<Body<Kind>, 'hold' | 'cycle'>,
    artifacts: ArtifactRef[] = [],
    actor: Actor = 'harness',
  ): Draft {
    return draft(kind, { hold: this.#world.hold, cycle: this.cycle, ...body } as never, artifacts, actor)
  }

  /** The beginning of the cycle, with the bundle; the bundle is stored again only if it has changed. */
  async started(isDry: boolean, again: boolean): Promise<Draft> {
    const { record, bundle, source, hold } = this.#world
    const last = record.state.cycles.at(-1)
    const isSame = last?.bundle_hash === bundle.bundle_hash && last.bundle !== null
    const artifact = isSame ? last.bundle : null
    const { bundle_hash } = bundle
    return draft('cycle.started', { hold, cycle: this.cycle, bundle_hash, dry_run: isDry, again }, [
      artifact ?? (await record.put('bundle.json', source)),
    ])
  }

  judged(decision: PolicyDecision, by: Body<'effect.judged'>['by'], unresolved = false): Draft {
    return this.note('effect.judged', { decision, by, unresolved })
  }

  /** The denial of an effect because a person rejected its plan. */
  rejected(plan: ProposedChangePlan, effect_ref: string): Draft {
    const { bundle, record } = this.#world
    const decision = judgeEffect(bundle, plan, effect_ref, unresolvedRefs(record.state, ''))
    return this.judged(deniedBecause(decision, 'NOT_APPROVED'), 'person')
  }

  evidence(agent: Role, kind: string, payload: Json, artifacts: ArtifactRef[] = []): Draft {
    return this.note('evidence.recorded', { agent, kind, payload }, artifacts)
  }

  /** Collects what an agent adds while its step runs. */
  collector(agent: Role): { add: (kind: string, payload: Json) => void; drafts: () => Draft[] } {
    const drafts: Draft[] = []
    return {
      add: (kind, payload) => {
        if (drafts.length >= MAX_EVIDENCE)
          throw new Error(`An agent may add ${MAX_EVIDENCE} pieces of evidence per step.`)
        // Throws into the agent if the payload is not JSON data.
        const text = canonical(payload)
        const kept =
          text.length <= MAX_PAYLOAD_CHARS ? payload : { cut: text.slice(0, MAX_PAYLOAD_CHARS).toWellFormed() }
        drafts.push(this.evidence(agent, String(kind), kept))
      },
      drafts: () => drafts,
    }
  }

  /** One call to a model. Counts the calls of the cycle. */
  modelCalled(call: Pick<Body<'model.called'>, 'model' | 'prompt_hash' | 'why'>, artifacts: ArtifactRef[]): Draft {
    return this.note('model.called', { attempt: ++this.#modelCalls, ...call }, artifacts)
  }

  /** The end of the cycle; with gap map and backlog if it did not reach its goal. */
  async ended(
    end: CycleEnd,
    code: string | null,
    why: string | null,
    plan: ProposedChangePlan | null,
    errors?: string[],
  ): Promise<Draft[]> {
    const artifacts = isFailure(end) ? await this.#gaps(errors ?? [why ?? end], plan) : []
    return [this.note('cycle.ended', { end, code, why }, artifacts)]
  }

  async #gaps(errors: readonly string[], plan: ProposedChangePlan | null): Promise<ArtifactRef[]> {
    const { record, bundle } = this.#world
    const intent = plan?.intent_id ?? bundle.intent_id
    const id = `${controllerName(record.stream)}/${this.cycle}`
    return [
      await record.seal('gap_map', id, gapMapOf(errors, intent)),
      await record.seal('backlog', id, backlogOf(errors, intent)),
    ]
  }
}
