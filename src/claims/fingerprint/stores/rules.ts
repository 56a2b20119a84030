import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { nameOf } from '../names.ts'
import type { Row } from '../table.ts'
import type { Budget } from './budget.ts'
import { hashBehind } from './content.ts'
import { fileSetting, ownFile, type Repository } from './git.ts'

/**
 * The ignore rules stored outside the folder: the repository's own (`info/exclude`), the user's (`core.excludesFile`), and
 * those of parent folders. Rules inside the folder are files like any other. `mayExclude` is false if that setting is not set.
 */
export async function rulesOf(
  repository: Repository,
  folder: string,
  mayExclude: boolean,
  budget: Budget,
): Promise<Row[]> {
  const [own, person] = await Promise.all([
    ownFile(repository, 'info/exclude', budget),
    mayExclude ? fileSetting(repository, 'core.excludesFile', budget) : null,
  ])
  const places = [
    { name: '.git/info/exclude', file: own },
    { name: '.git/core.excludesFile', file: person ?? nameOf(personsFile()) },
    ...above(repository.top, folder),
  ]
  return places.flatMap(({ name, file }) => {
    const hash =
      file === null ? null : hashBehind(file.startsWith('/') ? file : `${nameOf(repository.top)}/${file}`, budget)
    return hash === null ? [] : [{ name, kind: 'rules' as const, hash }]
  })
}

/** Git's default location for the user's rules. */
const personsFile = (): string => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git/ignore')

function above(top: string, folder: string): { name: string; file: string }[] {
  const depth = relative(top, folder)
    .split(sep)
    .filter((part) => part !== '').length
  return Array.from({ length: depth }, (_, i) => `${'../'.repeat(i + 1)}.gitignore`).map((name) => ({
    name: nameOf(name),
    file: nameOf(join(folder, name)),
  }))
}
