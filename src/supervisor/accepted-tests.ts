import type { Recorder } from '../ledger/store.ts'
import { type Fact, fact } from '../session/facts.ts'
import { stillOpen } from '../session/recent.ts'
import type { WeakenedTest } from '../session/state.ts'
import { OVERRIDES_STREAM } from '../session/streams.ts'
import type { Decision } from '../session/who.ts'

/** The weakened tests that people accepted, by name and project: they never count as weakened again. */
export type AcceptedTests = {
  of(project: string): ReadonlySet<string>
  keep(project: string, tests: readonly string[]): void
}

type Acceptance = { stream: string; project: string; decision: Decision }

/** Accepts the tests that are still open in a session, for good. Returns them; none if nothing is open. */
export function acceptOpen(
  { recorder, accepted }: { recorder: Recorder; accepted: AcceptedTests },
  { stream, project, decision: { confirmed: by, who } }: Acceptance,
): WeakenedTest[] {
  const tests = recorder.has(stream) ? stillOpen(recorder.recent(stream)) : []
  if (tests.length === 0) return []
  const told = (more: object): Fact[] => [fact('tests.accepted', { tests, by, who, ...more })]
  // Added to the list of overrides first: nothing is accepted without a trace.
  recorder.append(OVERRIDES_STREAM, told({ session: stream, project }))
  recorder.append(stream, told({}))
  accepted.keep(
    project,
    tests.map(({ test }) => test),
  )
  return tests
}
