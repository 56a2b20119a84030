import { folderOf } from '../names.ts'
import { isFolder, kindOf, statOf } from './content.ts'

/** Distinguishes real folders below a root from symlinks: a symlink's target has its own path elsewhere. */
export class Folders {
  readonly #root: string
  readonly #known = new Map<string, boolean>([['', true]])

  constructor(root: string) {
    this.#root = root
  }

  isReal(folder: string): boolean {
    const known = this.#known.get(folder)
    if (known !== undefined) return known
    const isReal = this.isReal(folderOf(folder)) && this.#is(folder, isFolder)
    this.#known.set(folder, isReal)
    return isReal
  }

  /** If the folder or one of its parents is a symlink, returns that symlink; otherwise null. */
  linkAt(folder: string): string | null {
    if (this.isReal(folder)) return null
    if (!this.isReal(folderOf(folder))) return this.linkAt(folderOf(folder))
    return this.#is(folder, (stat) => kindOf(stat) === 'link') ? folder : null
  }

  #is(name: string, test: (stat: NonNullable<ReturnType<typeof statOf>>) => boolean): boolean {
    const stat = statOf(`${this.#root}/${name}`)
    return stat !== null && test(stat)
  }
}
