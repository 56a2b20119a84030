import { constants } from 'node:fs'
import { folderOf } from '../names.ts'
import { statOf } from './content.ts'

/** Which folders below a root are folders and no links: what is behind a link is not in the workspace. */
export class Folders {
  readonly #root: string
  readonly #known = new Map<string, boolean>([['', true]])

  constructor(root: string) {
    this.#root = root
  }

  isReal(folder: string): boolean {
    const known = this.#known.get(folder)
    if (known !== undefined) return known
    const isReal = this.isReal(folderOf(folder)) && isFolder(`${this.#root}/${folder}`)
    this.#known.set(folder, isReal)
    return isReal
  }
}

function isFolder(path: string): boolean {
  const stat = statOf(path)
  return stat !== null && (stat.mode & constants.S_IFMT) === constants.S_IFDIR
}
