import { findHosts } from '../hosts/find.ts'
import { listBackups } from '../hosts/install/backup.ts'
import { lostHooks } from '../hosts/install/lost.ts'
import { lastProgram } from '../hosts/install/program.ts'
import { HOSTS } from '../hosts/registry.ts'
import { openKeyring } from '../ledger/stores/files/keyring.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'
import type { Ask, Patient } from './ask.ts'
import { checkLedger } from './checks/ledger.ts'
import { checkPolicy } from './checks/policy.ts'
import { checkProgram } from './checks/program.ts'
import { examineHost } from './examine-host.ts'
import { type LedgerFacts, ledgerFacts } from './facts/ledger.ts'
import { type ProgramFacts, programFacts } from './facts/program.ts'
import { heldFiles } from './facts/settings.ts'
import { type DoctorFinding, finding } from './finding.ts'
import { type Check, examined, type Report, reportOf } from './report.ts'

/** Checks everything needed to record and block agents. Calls `tell` after each check. */
export async function examine(ask: Ask, tell: (check: Check) => void = () => {}): Promise<Report> {
  const checks: Check[] = []
  const add = (check: Check): void => {
    checks.push(check)
    tell(check)
  }
  const ledger = await ledgerFacts(ask.home, ask.now)
  add(examined(null, 'ledger', checkLedger(ledger), ledgerSays(ledger)))
  const patients = patientsOf(ask)
  if (patients.some(({ held }) => held.length > 0)) {
    const recorded = ledger.kind === 'open' ? lastProgram({ dir: ask.home, keyring: openKeyring(ask.home) }) : null
    const program = await programFacts(ask.home, ask.place.env, ask.own, recorded)
    add(examined(null, 'program', checkProgram(program), programSays(program)))
  }
  const lost = elsewhereLost(ask)
  if (lost.length > 0) add(examined(null, 'settings', lost, 'other projects'))
  if (ledger.kind === 'open') add(policyCheck(ask))
  const isNowhere = patients.every(({ held }) => held.length === 0)
  if (isNowhere) add(nowhere())
  else for (const patient of patients) for await (const check of examineHost(patient, ledger, ask)) add(check)
  return reportOf(ask.home, ask.place.project, checks)
}

/** Other projects, whose agents this examination does not reach. */
const elsewhereLost = ({ home, place }: Ask): DoctorFinding[] =>
  lostHooks(home)
    .filter(({ scope, project }) => scope !== 'user' && project !== place.project)
    .map(({ path }) =>
      finding('HOOKS_GONE', `Hooks are gone from ${path}: agents there are not supervised.`, 'Run there: bailiff init'),
    )

/** Returns every host that is installed, has our hooks, or was named on the command line. */
function patientsOf({ home, place, named }: Ask): Patient[] {
  const backups = listBackups(home)
  const found = findHosts(place)
  return HOSTS.filter(({ name }) => named === null || named.includes(name)).flatMap((host): Patient[] => {
    const hooks = host.install
    const here = found.find((one) => one.hooks.host === hooks.host) ?? null
    const held = heldFiles(host, place, backups)
    const isNamed = named !== null
    return here !== null || held.length > 0 || isNamed ? [{ host, hooks, found: here, held, isNamed }] : []
  })
}

const nowhere = (): Check =>
  examined(
    null,
    'settings',
    [finding('HOOKS_NOWHERE', 'No agent program has our hooks here, so nothing is recorded.', 'Run: bailiff init')],
    'no hooks installed',
  )

function policyCheck({ home, place }: Ask): Check {
  const active = loadActivePolicy({ dir: home, keyring: openKeyring(home) }, place.project, place.env, 'ledger')
  return examined(null, 'policy', checkPolicy(active), WHY[active.why])
}

const WHY = {
  environment: 'named by BAILIFF_POLICY_SHA256',
  signed: 'signed by a trusted key',
  approved: 'approved by a person',
  'approved-copy': 'the approved copy instead of the file',
  'built-in': 'the built-in policy',
} as const

function ledgerSays(facts: LedgerFacts): string {
  if (facts.kind !== 'open') return facts.home
  const { streams, entries } = facts.audit
  return `${facts.home}, ${streams} streams, ${entries} entries`
}

const programSays = ({ path, nodes }: ProgramFacts): string =>
  nodes[0]?.version == null ? path : `${path}, Node ${nodes[0].version}`
