import { lstatSync } from 'node:fs'
import { relative } from 'node:path'
import { readTextIfThere } from '../../../ledger/stores/files/disk.ts'
import type { PlainRun } from '../../../process/run-with.ts'
import { sharedGitFolder } from '../../../project/stores/git-folder.ts'
import { nameOf, textOf } from '../../fingerprint/names.ts'
import { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, ownFile, type Repository } from '../../fingerprint/stores/git.ts'
import { repositoryAround } from '../../fingerprint/stores/list.ts'
import type { TestInventory } from '../../tests/found-test.ts'
import { MAX_TEST_BYTES, testsInFile } from '../../tests/inventory.ts'
import { isTestFile } from '../../tests/test-file.ts'
import type { SeenCall } from '../../turn.ts'
import { isByOthers, isWrittenBy, type Move, type MovedFile, type Theirs, withMove } from '../committed.ts'
import type { Start } from '../start.ts'
import { refsNow } from './fetched.ts'

const GIT_MS = 3_000
/** More commits of others in one turn, and more test files of one, are not read. */
const MAX_MOVES = 20
const MAX_FILES = 100

/** `branch` is the one that the turn began on. */
type Asked = { root: string; since: string; branch: () => Start['branch']; calls: readonly SeenCall[] }

const NOTHING: Theirs = new Map()

/** The tests that others committed in the turn, on the branch that it began on. */
export async function committedByOthers(run: PlainRun, { root, since, branch, calls }: Asked): Promise<Theirs> {
  const top = repositoryAround(root)
  if (top === null) return NOTHING
  const repository = { top, workspace: root, run }
  const budget = new Budget({ timeoutMs: GIT_MS })
  try {
    const moves = (await movesSince(repository, since, budget)).filter((move) => isByOthers(move, calls))
    const last = moves.findLastIndex(({ isSwitch }) => isSwitch)
    const theirs = moves.slice(last + 1).slice(-MAX_MOVES)
    if (theirs.length === 0 || (await refsNow(repository, budget)).branch !== branch()) return NOTHING
    return await testsOf(theirs, repository, calls, budget)
  } catch {
    // Whatever fails here, the turn is still compared with its start.
    return NOTHING
  }
}

async function testsOf(
  moves: readonly Move[],
  repository: Repository,
  calls: readonly SeenCall[],
  budget: Budget,
): Promise<Theirs> {
  let theirs = NOTHING
  for (const move of moves) {
    const before = calls.filter(({ writer }) => writer !== null && writer.at.from <= move.at.to)
    for (const file of await filesOf(move, repository, budget))
      theirs = withMove(theirs, [file], (test) => isWrittenBy(before, textOf(file.name), test))
  }
  return theirs
}

const MOVE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\n]*> (\d+) [+-]\d{4}\t([^\n]*)$/gm
const SWITCH = /^(?:checkout|reset|rebase[^:]*\(start\))\b/

async function movesSince(repository: Repository, since: string, budget: Budget): Promise<Move[]> {
  const name = await ownFile(repository, 'logs/HEAD', budget)
  if (name === null) return []
  const log = readTextIfThere(name.startsWith('/') ? name : `${repository.top}/${name}`) ?? ''
  const began = Date.parse(since)
  const shared = sharedGitFolder(repository.top)
  return [...log.matchAll(MOVE)].flatMap(([, from = '', to = '', seconds = '', what = '']) => {
    const second = Number(seconds) * 1000
    if (second < Math.floor(began / 1000) * 1000) return []
    const made = madeAt(shared, to, second)
    return made.to < began ? [] : [{ from, to, isSwitch: SWITCH.test(what), subject: what, at: made }]
  })
}

/** Git's log knows the second. The file of a commit that was made in it says more. */
function madeAt(shared: string, commit: string, second: number): Move['at'] {
  const file = `${shared}/objects/${commit.slice(0, 2)}/${commit.slice(2)}`
  const at = lstatSync(file, { throwIfNoEntry: false })?.ctimeMs ?? null
  return at !== null && at >= second && at < second + 1_000 ? { from: at, to: at } : { from: second, to: second + 999 }
}

const CHANGE = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/
const NONE = /^0+$/

/** The test files that a move changed. */
async function filesOf({ from, to }: Move, repository: Repository, budget: Budget): Promise<MovedFile[]> {
  const { top, workspace } = repository
  const commits = NONE.test(from) ? ['--root', to] : [from, to]
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-commit-id', ...commits]
  const { exit, stdout } = await ask(repository, top, args, budget)
  const fields = exit === 0 ? stdout.toString('latin1').split('\0') : []
  const prefix = top === workspace ? '' : `${nameOf(relative(top, workspace))}/`
  const files: MovedFile[] = []
  for (const [i, field] of fields.entries()) {
    const [, old, now] = CHANGE.exec(field) ?? []
    const path = fields[i + 1] ?? ''
    const name = path.slice(prefix.length)
    if (old === undefined || now === undefined || !path.startsWith(prefix) || !isTestFile(textOf(name))) continue
    if (files.length >= MAX_FILES) break
    const read = async (blob: string): Promise<TestInventory> => {
      const tests = testsInFile(textOf(name), await blobText(repository, blob, budget))
      return tests === 'unread' ? [] : tests
    }
    files.push({ name, before: await read(old), after: await read(now) })
  }
  return files
}

async function blobText(repository: Repository, blob: string, budget: Budget): Promise<string> {
  if (NONE.test(blob)) return ''
  const { exit, stdout } = await ask(repository, repository.top, ['cat-file', 'blob', blob], budget)
  return exit === 0 && stdout.length <= MAX_TEST_BYTES ? stdout.toString('utf8') : ''
}
