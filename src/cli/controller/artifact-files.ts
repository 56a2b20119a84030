import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_NAMES, SHORT_NAMES, type ShortName, TYPE_BY_NAME } from '../../controller/artifacts.ts'
import { readJson } from '../../controller/drivers/record.ts'
import { removeIfThere } from '../../ledger/stores/files/disk.ts'
import type { CycleView } from '../../views/cycle-view.ts'
import { FileError } from '../command.ts'
import { replaceText } from '../input/files.ts'
import { toYaml } from './artifact-yaml.ts'
import type { ReadLedger } from './open.ts'

/** The folder for artifacts, beside the bundle, if the command line names none. */
export const ARTIFACT_FOLDER = 'controller_artifacts'

/** Creates the folder, so that a cycle does not act first and then fails to write. */
export function prepareFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new FileError(`Cannot create ${dir} (${code}). Name a folder that you can write to with --out.`, {
      cause: error,
    })
  }
}

/** Writes the artifacts of a cycle as files. Files of an earlier cycle that this one does not have are removed. */
export async function writeArtifacts(ledger: ReadLedger, view: CycleView, dir: string): Promise<void> {
  for (const name of SHORT_NAMES) {
    const path = join(dir, `${FILE_NAMES[TYPE_BY_NAME[name]]}.yaml`)
    const ref = view.artifacts[name]
    if (ref !== undefined) replaceText(path, toYaml(await readJson(ledger, ref)))
    else if (isOutdated(name, view)) removeIfThere(path)
  }
}

/** A cycle without gaps removes them only if it succeeded: until then the old ones still hold. */
function isOutdated(name: ShortName, { report }: CycleView): boolean {
  return name === 'gap_map' || name === 'backlog' ? report?.status === 'succeeded' : true
}
