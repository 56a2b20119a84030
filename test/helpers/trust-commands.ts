import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { appendSync } from '../../src/ledger/stores/files/append.ts'
import { projectRoot } from '../../src/policy/stores/source.ts'
import { refresh } from '../../src/trust/drivers/snapshot.ts'
import { type TrustFact, trustDraft } from '../../src/trust/facts.ts'
import { DEFAULT_PARAMETERS } from '../../src/trust/parameters.ts'
import { trustStream } from '../../src/trust/stream.ts'
import { type Around, type Ran, runCli } from './cli.ts'
import { withHome } from './ledger.ts'
import { folderWith, realPack, shippedBytes } from './packs.ts'
import { tempDir } from './temp.ts'

/** A project without a ledger, in which trust commands run with the shipped pack. */
export type TrustPlace = {
  home: string
  project: string
  program: string
  trust(args: readonly string[], around?: Around): Promise<Ran>
  json(args: readonly string[], around?: Around): Promise<Record<string, unknown>>
  /** Appends to the project's trust stream, and refreshes its snapshot as a session's start does. */
  learn(...facts: TrustFact[]): Promise<void>
  hasLedger(): boolean
}

export function trustPlace(bytes: Uint8Array = shippedBytes()): TrustPlace {
  const root = tempDir()
  const [home, folder] = [join(root, 'home'), join(root, 'project')]
  mkdirSync(join(folder, '.git'), { recursive: true })
  const project = projectRoot(folder)
  const program = folderWith(bytes)
  const trust: TrustPlace['trust'] = (args, around = {}) =>
    runCli(['trust', ...args], { BAILIFF_HOME: home }, { cwd: project, program, ...around })
  return {
    home,
    project,
    program,
    trust,
    json: async (args, around) => JSON.parse((await trust([...args, '--json'], around)).out),
    learn: (...facts) =>
      withHome(home, (opened) => {
        appendSync(opened, trustStream(project), facts.map(trustDraft))
        refresh(opened, project, realPack, DEFAULT_PARAMETERS)
      }),
    hasLedger: () => existsSync(home),
  }
}
