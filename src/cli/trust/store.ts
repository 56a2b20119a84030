import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { parametersIn } from '../../trust/admin/drivers/read.ts'
import { loadPack } from '../../trust/drivers/load-pack.ts'
import { currentState, NOTHING_OWN, type Own, readOwn } from '../../trust/drivers/snapshot.ts'
import { thresholdIn } from '../../trust/learning/recent.ts'
import type { Pack } from '../../trust/pack/format.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../../trust/parameters.ts'
import { type Store, storeOf } from '../../trust/scorers/scorer.ts'
import { rootIfThere } from '../../views/sessions-here.ts'
import type { Args, Io } from '../command.ts'
import { openToRead } from '../input/home.ts'

/** The store that a command scores with, in the project of the current folder. */
export type TrustHere = {
  pack: Pack
  /** Null if there is no ledger yet. */
  home: Readable | null
  project: string
  own: Own
  parameters: Parameters
  store: Store
}

export function trustHere(args: Args, io: Io): TrustHere {
  const pack = loadPack(io.program)
  const home = fileSize(currentKeyPath(args.home)) === null ? null : openToRead(args.home)
  const project = rootIfThere(io.cwd) ?? io.cwd
  const parameters = home === null ? DEFAULT_PARAMETERS : parametersIn(home)
  const own = home === null ? NOTHING_OWN : ownNow(home, project, pack, parameters)
  return { pack, home, project, own, parameters, store: storeOf(pack, own.library) }
}

/** Lessons of the project, under its current parameters: the snapshot has those of the last refresh. */
function ownNow(home: Readable, project: string, pack: Pack, parameters: Parameters): Own {
  const threshold = thresholdIn(currentState(home, project), parameters)
  return { ...readOwn(home, project, pack), threshold, settings: parameters }
}
