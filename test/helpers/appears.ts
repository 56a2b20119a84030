import { watch } from 'node:fs'

/** Resolves when a file with this name appears in a folder. */
export const appears = (dir: string, name: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(dir, (_, seen) => {
      if (seen !== name) return
      watcher.close()
      resolve()
    })
  })
