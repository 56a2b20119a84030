import type { CycleOptions, CycleResult } from '../../controller/cycle.ts'
import { type Controller, openController } from '../../controller/drivers/controller.ts'
import type { Approve, Progress } from '../../controller/drivers/world.ts'
import { streamOf } from '../../controller/stream.ts'
import type { Store } from '../../ledger/store.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { effectCheckOf } from '../../machine/effect-check.ts'
import { followCycles } from '../../views/controller-cycle.ts'
import type { CycleView } from '../../views/cycle-view.ts'
import type { Args, Io } from '../command.ts'
import { readAgents } from './agents-file.ts'
import { prepareFolder, writeArtifacts } from './artifact-files.ts'
import type { BundleFile } from './bundle-file.ts'
import { withPreviews } from './previews.ts'

/** A controller that this process runs, and the ledger it writes to. */
export type OpenSession = {
  name: string
  stream: string
  controller: Controller
  ledger: Store
  /** Runs a cycle, writes its artifacts, and returns it as it was recorded. */
  cycle(options: CycleOptions): Promise<{ result: CycleResult; view: CycleView }>
}

/** The controller's name, and the folder for artifacts; null if none are written. */
type Target = { name: string; folder: string | null }

type Hooks = { approve: Approve; watch: (progress: Progress) => void }

/** Opens the controller of a bundle for this process, hands it over, and lets go of it afterwards. */
export async function withController<Result>(
  file: BundleFile,
  { name, folder }: Target,
  args: Args,
  io: Io,
  hooks: Hooks,
  act: (session: OpenSession) => Promise<Result>,
): Promise<Result> {
  const agents = await readAgents(args.get('agents'), io.cwd)
  if (folder !== null) prepareFolder(folder)
  const stream = streamOf(name)
  const ledger = openFileStore(args.home)
  const home = openFiles(args.home)
  try {
    const controller = await openController(ledger, file.bytes, {
      name,
      agents,
      approve: hooks.approve,
      watch: hooks.watch,
      check: effectCheckOf(home, io.env),
      cwd: io.cwd,
      env: withoutHome(io.env),
      takeOver: args.has('take-over'),
    })
    const viewOf = followCycles(ledger, stream)
    let isWritten = false
    const cycle: OpenSession['cycle'] = async (options) => {
      const result = await controller.cycle(options)
      const view = await viewOf(result.cycle)
      // An idle cycle has the artifacts of the one before.
      if (folder !== null && (view.end !== 'idle' || !isWritten)) await writeArtifacts(ledger, view, folder)
      isWritten = true
      return { result, view: withPreviews(view, result.view) }
    }
    try {
      return await act({ name, stream, controller, ledger, cycle })
    } finally {
      await controller.close()
    }
  } finally {
    closeHome(home)
    await ledger.close()
  }
}

/** Effects must not learn where the ledger is. */
function withoutHome({ BAILIFF_HOME: _home, ...others }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return others
}
