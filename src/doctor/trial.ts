import { randomUUID } from 'node:crypto'
import type { HostHooks } from '../hosts/install/hooks.ts'
import type { Entry } from '../ledger/kinds.ts'
import { openKeyring } from '../ledger/stores/files/keyring.ts'
import { isBegun, recentEntries } from '../ledger/stores/files/recent.ts'
import { verifyFiles } from '../ledger/stores/files/verify.ts'
import { sessionStream } from '../session/streams.ts'
import type { Ask, Patient } from './ask.ts'
import { judgeCanary } from './canary/judge.ts'
import { marksOf } from './canary/marks.ts'
import { playCanary } from './canary/play.ts'
import { type DoctorFinding, finding } from './finding.ts'
import { markSession } from './mark.ts'
import { judgeRehearsal, type Rehearsed } from './rehearsal/judge.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { type Check, examined, skipped } from './report.ts'

/** Runs every hook of a host without the host. */
export async function rehearsalCheck({ host, hooks, held }: Patient, { home, place, cwd }: Ask): Promise<Check> {
  const { canary } = host
  if (canary === undefined) return skipped(hooks.host, 'rehearsal', 'not available for this host')
  const id = randomUUID()
  const scene = { marks: marksOf(id.slice(0, 8), home), session: id, cwd }
  const rehearsed = await rehearse(host, canary, held, place, scene)
  if (rehearsed.length === 0) return skipped(hooks.host, 'rehearsal', NONE)
  const stream = sessionStream(hooks.host, id)
  const findings = judgeRehearsal(rehearsed, `Run: bailiff init --host ${hooks.host}`)
  const all = findings.length > 0 ? findings : unrecorded(entriesOf(home, stream).length, home)
  markSession(home, stream, 'rehearsal', all)
  return examined(hooks.host, 'rehearsal', all, `${hooksIn(rehearsed)} hooks run as the host runs them`)
}

/** Counts each hook once: one of them also runs a second time with a call it must deny. */
const hooksIn = (rehearsed: readonly Rehearsed[]): number => rehearsed.filter(({ denies }) => !denies).length

const NONE = 'not run: none of our hooks are installed'

const unrecorded = (entries: number, home: string): DoctorFinding[] =>
  entries > 0
    ? []
    : [
        finding(
          'HOOK_FAILED',
          `Our hook answers when run as the host runs it, but records nothing in ${home}.`,
          'Set BAILIFF_HOME for the host as well, or run: bailiff init',
        ),
      ]

/** Returns the recorded entries of a session, including those that wait in the spool. */
const entriesOf = (home: string, stream: string): Entry[] =>
  [...recentEntries({ dir: home, keyring: openKeyring(home) }, stream)].reverse()

/** Returns a finding if the chain of the stream is broken. */
async function unchained(home: string, stream: string): Promise<DoctorFinding[]> {
  if (!isBegun(home, stream)) return []
  const { findings } = await verifyFiles(home, { streams: [stream] })
  const [first] = findings.filter((one) => one.stream === stream)
  if (first === undefined) return []
  const what = `The record of this session fails verification: ${first.reason} in ${stream}.`
  return [finding('LEDGER_BROKEN', what, `Run: bailiff verify ${stream}`)]
}

/** The checks done before the canary. */
type Before = { settings: Check; rehearsal: Check; stops: Check | null }

/** Starts the host itself. Skipped if its hooks already failed in the rehearsal. */
export async function canaryCheck(patient: Patient, ask: Ask, { settings, rehearsal, stops }: Before): Promise<Check> {
  const { hooks, found } = patient
  const { canary } = patient.host
  const program = found?.program ?? null
  const skip = (why: string): Check => skipped(hooks.host, 'canary', why)
  if (ask.depth === 'quick') return skip('not run: --quick')
  if (canary === undefined || program === null) return skip('not run: the program is not in PATH')
  if (rehearsal.state === 'broken') return skip('not run: the hooks themselves fail')
  if (rehearsal.state === 'skipped') return skip(NONE)
  const { home, place, cwd } = ask
  const obstacle = canary.obstacle?.(place) ?? null
  if (obstacle !== null) return skip(`not run: ${obstacle}`)
  const id = randomUUID()
  const marks = marksOf(id.slice(0, 8), home)
  const played = await playCanary(canary, program, place, {
    marks,
    session: id,
    cwd,
    // If the person has not decided yet, the canary shows what happens once they trust the folder.
    trust: settings.remarks.some(({ code }) => code === 'FOLDER_UNDECIDED') ? 'assumed' : 'as-decided',
  })
  const stream = sessionStream(hooks.host, played.session ?? id)
  const judged = judgeCanary({
    title: hooks.title,
    moments: hooks.moments,
    whenSilent: canary.whenSilent,
    marks,
    failure: played.failure,
    heard: played.heard,
    // Said already, with the name of the hook.
    isEndedByHook: played.isEndedByHook && stops?.state !== 'broken',
    entries: entriesOf(home, stream),
  })
  const findings = [...judged, ...(await unchained(home, stream))]
  markSession(home, stream, 'canary', findings)
  return examined(hooks.host, 'canary', findings, canarySays(hooks, found?.version ?? null, findings))
}

function canarySays({ moments, title }: HostHooks, version: string | null, findings: readonly DoctorFinding[]): string {
  const program = version === null ? title : `${title} ${version}`
  if (findings.length > 0) return `${program} was started`
  return `${program} ran ${Object.values(moments).join(', ')} and did not make the denied call`
}
