import type { Invocation } from '../shell/run.ts'
import { type CheckedCall, type DispatchFinding, finding } from './call.ts'
import { accessWidened } from './diff/access-widened.ts'
import { assertionsEdited, assertionsRemoved } from './diff/assertions-removed.ts'
import { changeLarge } from './diff/change-large.ts'
import { type Changed, changedBy } from './diff/changed.ts'
import { checksBypassed } from './diff/checks-bypassed.ts'
import { checksWeakened } from './diff/checks-weakened.ts'
import { codeAims, codeRemovals, codeRuns } from './diff/code-rule.ts'
import { credentialsRead } from './diff/credentials-read.ts'
import { dataDropped, droppedIn } from './diff/data-dropped.ts'
import { dataSent } from './diff/data-sent.ts'
import { defencesLowered, loweredByVariable } from './diff/defences-lowered.ts'
import { deviceWritten } from './diff/device-written.ts'
import { startedElsewhere } from './diff/elsewhere.ts'
import { fetchedCodeRun, fetchedPrograms } from './diff/fetched-code-run.ts'
import { binaryWritten, fileBinary } from './diff/file-binary.ts'
import { fileProtected } from './diff/file-protected.ts'
import { historyRewritten } from './diff/history-rewritten.ts'
import { hostAdded } from './diff/host-added.ts'
import { hostWritten } from './diff/host-written.ts'
import { pathFindings } from './diff/path-rule.ts'
import { remoteAdded } from './diff/remote-added.ts'
import { isRemoving, type Removed, removals, removedBy } from './diff/removed.ts'
import { resourcesDestroyed } from './diff/resources-destroyed.ts'
import { type RunRule, type RunWords, seenOf, unwrapped } from './diff/run-rule.ts'
import { secretIntroduced } from './diff/secret-introduced.ts'
import { startupChanged } from './diff/startup-changed.ts'
import { bombIn, systemStopped } from './diff/system-stopped.ts'
import { testsDeleted, testsRemoved } from './diff/tests-deleted.ts'
import { testsSkipped } from './diff/tests-skipped.ts'
import { hushedBy, tracesRemoved } from './diff/traces-removed.ts'
import { workDiscarded } from './diff/work-discarded.ts'
import { workReverted } from './diff/work-reverted.ts'
import { ruleFor } from './scope/command-ruled.ts'

/** Rules about commands, the most serious first. */
const RUN_RULES: readonly RunRule[] = [
  deviceWritten,
  systemStopped,
  dataDropped,
  resourcesDestroyed,
  historyRewritten,
  workDiscarded,
  workReverted,
  accessWidened,
  defencesLowered,
  tracesRemoved,
  startupChanged,
  remoteAdded,
  hostAdded,
  dataSent,
  fetchedCodeRun,
  credentialsRead,
  checksBypassed,
  assertionsEdited,
]

/** Rules about changes to files. */
const CHANGE_RULES: readonly ((change: Changed, call: CheckedCall) => DispatchFinding[])[] = [
  testsDeleted,
  testsSkipped,
  assertionsRemoved,
  checksWeakened,
  secretIntroduced,
  hostWritten,
  fileBinary,
]

/** Git commands that only read or only add. */
const PLAIN_GIT =
  ' status diff log show add fetch pull ls-files ls-tree ls-remote rev-parse rev-list merge-base blame grep describe cat-file shortlog tag init clone bisect name-rev for-each-ref whatchanged difftool '

const byName = new Map<string, readonly RunRule[]>()

/** The rules for a command. Looked up on demand, because building a table of all names would slow down every process. */
const rulesFor = ({ name, command }: RunWords): readonly RunRule[] => {
  if (name === '' || (name === 'git' && PLAIN_GIT.includes(` ${command} `))) return []
  const kept = byName.get(name)
  if (kept !== undefined) return kept
  const word = ` ${name} `
  const rules = RUN_RULES.filter(({ programs }) => programs.includes(word))
  byName.set(name, rules)
  return rules
}

/** Findings about the effects of a call: things it destroys, weakens, opens up or sends elsewhere. */
export function diffFindings(call: CheckedCall): DispatchFinding[] {
  const { attempt, policy } = call
  const runs = attempt.runs.filter((run) => ruleFor(run, policy.commands)?.answer !== 'allow')
  const changes = changedBy(call)
  const coded = codeAims(call)
  const seen = coded.written.length === 0 ? call : { ...call, aims: [...call.aims, ...coded.written] }
  return [
    ...[...runs, ...codeRuns(call)].flatMap((run) => runFindings(run, call)),
    ...attempt.texts.flatMap((text) => said('SYSTEM_STOPPED', bombIn(text))),
    ...said('FETCHED_CODE_RUN', fetchedPrograms(call)[0] ?? null),
    ...codeRemovals(coded.removed),
    ...pathFindings(seen),
    ...changes.flatMap((change) => CHANGE_RULES.flatMap((rule) => rule(change, call))),
    ...changeLarge(changes, call),
    ...fileProtected(call),
    ...binaryWritten(call),
    ...said('DATA_DROPPED', statementIn(call)),
    ...said('WRITTEN_OUTSIDE', coded.written[0]?.said ?? null),
    ...attempt.unread.slice(0, 1).map(({ why }) => finding('COMMAND_UNREADABLE', why)),
  ]
}

const said = (code: DispatchFinding['code'], words: string | null): DispatchFinding[] =>
  words === null ? [] : [finding(code, words)]

function runFindings(run: Invocation, call: CheckedCall): DispatchFinding[] {
  const one = unwrapped(seenOf(run))
  const elsewhere = startedElsewhere(one).slice(0, MAX_ELSEWHERE)
  return [
    ...(isRemoving(one.name) ? removedFindings(removedBy(one, call), call) : []),
    ...rulesFor(one).flatMap((rule) => said(rule.code, rule.seen(one, call))),
    ...variableFindings(one),
    ...elsewhere.flatMap((other) => runFindings(other, call)),
  ]
}

const removedFindings = (removed: readonly Removed[], call: CheckedCall): DispatchFinding[] => [
  ...removals(removed, call),
  ...testsRemoved(removed, call),
]

const MAX_ELSEWHERE = 16

/** Variables that the rules look at. */
const TELLING =
  ' NODE_TLS_REJECT_UNAUTHORIZED GIT_SSL_NO_VERIFY PYTHONHTTPSVERIFY LD_PRELOAD DYLD_INSERT_LIBRARIES HISTFILE HISTSIZE HISTFILESIZE HISTCONTROL HISTIGNORE '

const variableFindings = (one: RunWords): DispatchFinding[] =>
  one.name === 'export' || one.run.assignments.some(({ name }) => TELLING.includes(` ${name} `))
    ? [...said('DEFENCES_LOWERED', loweredByVariable(one)), ...said('TRACES_REMOVED', hushedBy(one))]
    : []

const STATEMENTS = ['query', 'sql', 'statement'] as const

/** Returns the destructive words of a database statement in the tool's input, or null. */
function statementIn({ input, attempt }: CheckedCall): string | null {
  if (attempt.runs.length > 0 || typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const texts = STATEMENTS.flatMap((name) => (typeof input[name] === 'string' ? [input[name]] : []))
  return texts.length === 0 ? null : droppedIn(texts.join(' '))
}
