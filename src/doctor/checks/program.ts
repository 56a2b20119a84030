import { basename } from 'node:path'
import type { ProgramFacts } from '../facts/program.ts'
import { finding, note, type Remark } from '../finding.ts'

const INIT = 'Run: bailiff init'

/** Checks that the program that hosts start exists, is the installed one, and has a Node to run it. Pure. */
export function checkProgram(facts: ProgramFacts): Remark[] {
  const { path, isThere, isExecutable, launcher, recorded, launcherSha256 } = facts
  if (!isThere)
    return [
      finding(
        'LAUNCHER_MISSING',
        `${path} is missing. Hosts start it for every event, and continue silently without it.`,
        INIT,
      ),
    ]
  if (!isExecutable) return [finding('LAUNCHER_MISSING', `${path} is not executable.`, `Run: chmod 700 ${path}`)]
  const isAnother = recorded !== null && recorded.launcherSha256 !== launcherSha256
  if (launcher === null || !launcher.isAsWritten || isAnother)
    return [
      finding(
        'LAUNCHER_CHANGED',
        `${path} was changed after "bailiff init" wrote it.`,
        `Find out who changed it. ${INIT}`,
      ),
    ]
  if (!launcher.isWhole)
    return [
      finding(
        'LAUNCHER_CHANGED',
        `${launcher.folder} is missing or differs from the installed program.`,
        `Find out who changed it. ${INIT}`,
      ),
    ]
  return [...checkNode(facts, launcher.nodes[0] ?? ''), ...checkVersion(facts, basename(launcher.folder))]
}

function checkNode({ nodes, recorded }: ProgramFacts, first: string): Remark[] {
  const [used] = nodes
  if (used === undefined || used.version === null)
    return [
      finding(
        'NODE_MISSING',
        used === undefined
          ? `${first} is gone and there is no other Node, so no hook runs.`
          : `${used.path} does not start, so no hook runs.`,
        `Install Node 20.12 or later. ${INIT}`,
      ),
    ]
  if (isTooOld(used.version))
    return [
      finding(
        'NODE_TOO_OLD',
        `${used.path} is Node ${used.version}, but hooks need 20.12 or later. They record nothing.`,
        'Install a newer Node and use it to run: bailiff init',
      ),
    ]
  const now = `${used.path} (${used.version})`
  if (used.path !== first)
    return [
      note('NODE_CHANGED', `The hooks were installed with ${first}, which is gone. They now run with ${now}.`, INIT),
    ]
  if (recorded === null || recorded.node !== used.path || recorded.nodeVersion === used.version) return []
  return [note('NODE_CHANGED', `Hooks run with ${now}; they were installed with ${recorded.nodeVersion}.`, INIT)]
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 20 || (major === 20 && minor < 12)
}

const checkVersion = ({ own }: ProgramFacts, installed: string): Remark[] =>
  own === null || own === installed
    ? []
    : [
        note(
          'PROGRAM_OTHER',
          `Hooks run Bailiff ${installed}; this is ${own}.`,
          'To use this version in hooks, run: bailiff init',
        ),
      ]
