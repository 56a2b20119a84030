import { accessSync, constants, existsSync } from 'node:fs'
import { type Launcher, launcherPath, readLauncher } from '../../hosts/install/launcher.ts'
import { type InstalledProgram, launcherHash } from '../../hosts/install/program.ts'
import { run } from '../../process/run.ts'

/** A Node that the launcher may use; `version` is null if it does not start. */
type NodeFacts = { path: string; version: string | null }

/** The program on disk that hosts start. */
export type ProgramFacts = {
  path: string
  isThere: boolean
  isExecutable: boolean
  /** Null if the file is not our launcher. */
  launcher: Launcher | null
  /** Existing Nodes in the order the launcher tries them; the first one runs. */
  nodes: NodeFacts[]
  /** The ledger's record of the installation; null if there is none. */
  recorded: InstalledProgram | null
  launcherSha256: string | null
  /** The folder name of the program that this Bailiff would install; null if this Bailiff is incomplete. */
  own: string | null
}

const TIMEOUT_MS = 20_000

export async function programFacts(
  home: string,
  env: NodeJS.ProcessEnv,
  own: string | null,
  recorded: InstalledProgram | null,
): Promise<ProgramFacts> {
  const path = launcherPath(home)
  const launcher = readLauncher(home)
  const there = (launcher?.nodes ?? []).filter(isExecutable)
  const candidates = there.length > 0 ? there : ['node']
  const nodes = await Promise.all(candidates.map((node) => versionOf(node, env)))
  return {
    path,
    isThere: existsSync(path),
    isExecutable: isExecutable(path),
    launcher,
    nodes: nodes.filter(({ path: node, version }) => node !== 'node' || version !== null),
    recorded,
    launcherSha256: launcherHash(home),
    own,
  }
}

async function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<NodeFacts> {
  const { PATH, HOME } = env
  const ran = await run(path, ['--version'], {
    cwd: '/',
    env: { PATH, HOME },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: 4096,
  })
  return { path, version: /^v(\d+\.\d+\.\d+)/.exec(ran.stdout.toString('utf8'))?.[1] ?? null }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
