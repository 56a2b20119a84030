import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import { isInFolders, isOfUser, renderPin } from '../policy/paths.ts'
import type { Pin, Policy } from '../policy/policy.ts'
import { digestsOf, inFolders, isPackage } from '../policy/stores/pins.ts'
import { readBlobs } from './blobs.ts'
import { answerOf, type Git } from './git.ts'
import type { PullRequest } from './pull-request.ts'

type Digests = { [pin: string]: string | null }

/** The definitions of the checks: which of them differ from the base, and the hashes that the checks must have. */
export type Definitions = {
  /** The pins that the pull request changes. */
  changed: string[]
  /** The pins that only the base has changed since the branch began. */
  behind: string[]
  /** Names the definitions of the head, for a workflow that accepts them. */
  sha256: string
  pinned: Digests
}

/** Compares what the policy pins in the base and in the head. `accepted` names definitions of a head that count. */
export async function definitionsOf(
  git: Git,
  { top, base, mergeBase, head }: Pick<PullRequest, 'top' | 'base' | 'mergeBase' | 'head'>,
  policy: Policy,
  accepted: string | null,
): Promise<Definitions> {
  const folders = await foldersAt(git, base.commit, pinsOf(policy))
  const pins = pinsOf(policy).flatMap((pin) => inFolders(pin, (folder) => folders.get(folder) ?? []))
  const tracked = pins.filter((pin) => !isOfUser(pin))
  const [ofBase, ofStart, ofHead] = [
    await digestsAt(git, base.commit, tracked),
    await digestsAt(git, mergeBase, tracked),
    await digestsAt(git, head, tracked),
  ]
  const here = digestsOf(top, pins)
  const names = tracked.map(renderPin)
  const hash = sha256(canonical(ofHead))
  // A pinned file that is not in the commit is as good as changed by it.
  const isAdded = (pin: string): boolean => ofHead[pin] === null && here[pin] !== null
  const differs = names.filter((pin) => ofBase[pin] !== ofHead[pin] || isAdded(pin))
  const isAccepted = accepted === hash && !names.some(isAdded)
  const isBehind = (pin: string): boolean => ofStart[pin] === ofHead[pin] && !isAdded(pin)
  return {
    changed: isAccepted ? [] : differs.filter((pin) => !isBehind(pin)),
    behind: isAccepted ? [] : differs.filter(isBehind),
    sha256: hash,
    pinned: isAccepted ? here : { ...here, ...pick(ofBase, differs, here) },
  }
}

/** A hash that no content has: the check is refused even if the file on disk is as the base has it. */
const NEVER = 'changed'

const pick = (digests: Digests, names: readonly string[], here: Digests): Digests =>
  Object.fromEntries(names.map((pin) => [pin, digests[pin] === here[pin] ? NEVER : (digests[pin] ?? null)]))

/** The folders in each folder of a commit, for pins that need them. Only packages of the base count: a new one redefines no check. */
async function foldersAt(git: Git, commit: string, pins: readonly Pin[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (!pins.some(isInFolders)) return found
  const listed = (await answerOf(git, ['ls-tree', '-r', '-d', '-z', '--name-only', commit])).toString('utf8')
  for (const path of listed.split('\0')) {
    const [, parent = '', name = ''] = /^((?:.*\/)?)([^/]+)$/.exec(path) ?? []
    if (name !== '' && isPackage(name)) found.set(parent, [...(found.get(parent) ?? []), name])
  }
  return found
}

/** Everything that the validators of a policy pin, each once. */
export function pinsOf({ validators }: Policy): Pin[] {
  const all = Object.values(validators).flatMap((one) => ('pins' in one ? one.pins : []))
  return [...new Map(all.map((pin) => [renderPin(pin), pin])).values()]
}

/** The hashes of pinned files and values in a commit. */
async function digestsAt(git: Git, commit: string, pins: readonly Pin[]): Promise<Digests> {
  const files = [...new Set(pins.map(({ file }) => file))]
  const blobs = await readBlobs(
    git,
    files.map((file) => `${commit}:${file}`),
  )
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-pins-'))
  try {
    for (const file of files) {
      const bytes = blobs.get(`${commit}:${file}`) ?? null
      if (bytes === null) continue
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), bytes)
    }
    return digestsOf(dir, pins)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
