import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '../../fingerprint/names.ts'
import type { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, type Repository } from '../../fingerprint/stores/git.ts'

/** A file in two commits, `ours` and one of `others`. `now` is git's name for its current content. */
type Merging = { path: string; ours: string; others: readonly string[]; now: string }

/** True if the current content is what git makes of both sides by itself, as in a merge or a rebase without conflicts. */
export async function isMerged(
  repository: Repository,
  { path, ours, others, now }: Merging,
  budget: Budget,
): Promise<boolean> {
  for (const other of others) {
    const base = await lineOf(repository, ['merge-base', ours, other], budget)
    const sides =
      base === null ? [] : await Promise.all([other, base, ours].map((one) => fileIn(repository, one, path, budget)))
    if (sides.length === 0 || sides.some((side) => side === null)) continue
    if ((await merge(repository, sides as Buffer[], budget)) === now) return true
  }
  return false
}

async function merge(repository: Repository, sides: readonly Buffer[], budget: Budget): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'bailiff-merge-'))
  try {
    const files = sides.map((bytes, i) => {
      const file = join(folder, String(i))
      writeFileSync(file, bytes, { mode: 0o600 })
      return file
    })
    const { exit } = await ask(repository, repository.top, ['merge-file', '-q', ...files], budget)
    const merged = files[0]
    // Git's exit code is the number of conflicts.
    return exit === 0 && merged !== undefined
      ? await lineOf(repository, ['hash-object', '--no-filters', merged], budget)
      : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function lineOf(repository: Repository, args: string[], budget: Budget): Promise<string | null> {
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  return exit === 0 ? stdout.toString('latin1').trim() : null
}

async function fileIn(repository: Repository, commit: string, path: string, budget: Budget): Promise<Buffer | null> {
  const { exit, stdout } = await ask(
    repository,
    repository.top,
    ['cat-file', 'blob', `${commit}:${pathOf(path)}`],
    budget,
  )
  return exit === 0 ? stdout : null
}
