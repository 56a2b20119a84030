import { join } from 'node:path'
import { codexHooks } from '../../hosts/codex/install.ts'
import { type Approval, approvalsFile } from '../../hosts/codex/trust.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { approvalsIn } from '../../hosts/install/plan.ts'
import type { HeldFile } from '../facts/settings.ts'
import { finding, type Remark } from '../finding.ts'
import { type Level, off, type Switches } from './switches.ts'
import { type Tables, tableAt, tablesIn } from './toml.ts'

const REQUIREMENTS = '/etc/codex/requirements.toml'

/** Codex runs no hooks with the feature off, and none that a person has not approved as it stands now. */
export const codexSwitches: Switches = {
  host: 'codex',
  levels: (place) => [
    { level: 'user', path: approvalsFile(codexHooks.folder(place)) },
    { level: 'project', path: join(place.project, '.codex', 'config.toml') },
    { level: 'managed', path: REQUIREMENTS },
  ],
  check: ({ levels, held, place }) => [
    ...levels.flatMap(switchedOff),
    ...held.flatMap((file) => approvals(file, userLevel(levels), place)),
    ...projectTrust(held, userLevel(levels), place),
  ],
}

const userLevel = (levels: readonly Level[]): Level | undefined => levels.find(({ level }) => level === 'user')

const tablesOf = (level: Level | undefined): Tables => tablesIn(level?.text ?? '')

/** The feature had another name once. */
const FEATURES = ['hooks', 'codex_hooks']

function switchedOff(level: Level): Remark[] {
  const tables = tablesOf(level)
  if (level.level === 'managed' && tableAt(tables, [])['allow_managed_hooks_only'] === 'true')
    return [
      off(
        `"allow_managed_hooks_only" in ${level.path} has Codex run only the hooks of your administrator.`,
        'Ask your administrator to put the hooks there.',
      ),
    ]
  const features = tableAt(tables, ['features'])
  return FEATURES.filter((name) => features[name] === 'false').map((name) =>
    off(`"features.${name}" in ${level.path} switches off every hook of Codex.`, `Take it out of ${level.path}.`),
  )
}

const APPROVE = 'Start codex, type /hooks, and approve them.'

/** Each hook is approved by its place and by a hash of what it is. */
function approvals(file: HeldFile, level: Level | undefined, place: Site): Remark[] {
  const tables = tablesOf(level)
  const needed = neededBy(file, place)
  const stateOf = ({ key }: Approval): Record<string, string> => tableAt(tables, ['hooks', 'state', key])
  const missing = needed.filter((one) => stateOf(one)['trusted_hash'] === undefined)
  const stale = needed.filter((one) => ![undefined, JSON.stringify(one.hash)].includes(stateOf(one)['trusted_hash']))
  const disabled = needed.filter((one) => stateOf(one)['enabled'] === 'false')
  const said = (count: number, what: string, mend = APPROVE): Remark[] =>
    count === 0
      ? []
      : [
          finding(
            'HOOKS_UNTRUSTED',
            `${count} of ${needed.length} hooks in ${file.path} ${what}: Codex passes them over in silence.`,
            mend,
          ),
        ]
  return [
    ...said(missing.length, 'were never approved', `${APPROVE} Or run: bailiff init --host codex --trust`),
    ...said(stale.length, 'are not what was approved'),
    ...(disabled.length === 0
      ? []
      : [
          off(
            `${disabled.length} of our hooks are switched off in ${level?.path}.`,
            'Start codex, type /hooks, and enable them.',
          ),
        ]),
  ]
}

function neededBy({ text, path, scope }: HeldFile, place: Site): Approval[] {
  try {
    return approvalsIn(text ?? '', path, codexHooks, scope, place)
  } catch {
    // Settings that cannot be read are told elsewhere.
    return []
  }
}

/** What a project carries is read only where the person trusts the project. */
function projectTrust(held: readonly HeldFile[], level: Level | undefined, { project }: Site): Remark[] {
  if (held.length === 0 || held.some(({ scope }) => scope !== 'project')) return []
  const trust = tableAt(tablesOf(level), ['projects', project])['trust_level']
  if (trust === '"trusted"') return []
  return [
    finding(
      'HOOKS_UNTRUSTED',
      `Codex does not trust ${project}, and reads no hooks from its .codex folder.`,
      'Start codex here, and trust the folder; or: bailiff init --host codex --scope user --trust',
    ),
  ]
}
