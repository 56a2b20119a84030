import { basename } from 'node:path'
import type { ProgramFacts } from '../facts/program.ts'
import { finding, note, type Remark } from '../finding.ts'

const INIT = 'Run: bailiff init'

/** Whether the program that hosts start is there, is what was installed, and has a Node to run it. Pure. */
export function checkProgram(facts: ProgramFacts): Remark[] {
  const { path, isThere, isExecutable, launcher, recorded, launcherSha256 } = facts
  if (!isThere)
    return [finding('LAUNCHER_MISSING', `${path} is not there: hosts start it, and go on without a word.`, INIT)]
  if (!isExecutable) return [finding('LAUNCHER_MISSING', `${path} may not be executed.`, `Run: chmod 700 ${path}`)]
  const isAnother = recorded !== null && recorded.launcherSha256 !== launcherSha256
  if (launcher === null || !launcher.isAsWritten || isAnother)
    return [finding('LAUNCHER_CHANGED', `${path} is not what "bailiff init" wrote.`, `Look at who changed it. ${INIT}`)]
  if (!launcher.isWhole)
    return [
      finding(
        'LAUNCHER_CHANGED',
        `${launcher.folder} is not there, or is not the program that was installed there.`,
        `Look at who changed it. ${INIT}`,
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
          ? `${first} is gone, and there is no other Node: no hook runs.`
          : `${used.path} is there and does not start: no hook runs.`,
        `Install Node 20.12 or later. ${INIT}`,
      ),
    ]
  if (isTooOld(used.version))
    return [
      finding(
        'NODE_TOO_OLD',
        `${used.path} is Node ${used.version}: hooks need 20.12 or later, and record nothing.`,
        `Use a newer Node, and run bailiff init with it.`,
      ),
    ]
  const now = `${used.path} (${used.version})`
  if (used.path !== first)
    return [note('NODE_CHANGED', `${first}, with which the hooks were installed, is gone: they run with ${now}.`, INIT)]
  if (recorded === null || recorded.node !== used.path || recorded.nodeVersion === used.version) return []
  return [note('NODE_CHANGED', `Hooks run with ${now}; when they were installed it was ${recorded.nodeVersion}.`, INIT)]
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
          `To have hooks run this one: bailiff init`,
        ),
      ]
