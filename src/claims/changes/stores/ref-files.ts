import { readdirSync } from 'node:fs'
import { readTextIfThere } from '../../../ledger/stores/files/disk.ts'
import { parseCommit, parseHead } from '../../fingerprint/head.ts'

/** A branch, tag or other ref, and the object that it points to. `isCurrent`: it is checked out. */
export type Ref = { commit: string; ref: string; isCurrent: boolean }

const PACKED = /^([0-9a-f]{40,64}) (refs\/.+)$/gm

/**
 * Reads all refs from git's files, which takes less time than starting git. Returns null if the files have an unusual format,
 * or if there are more refs than `most`. Leaves out refs that point to other refs, which are listed themselves.
 */
export function readRefs(dir: string, most: number): Ref[] | null {
  try {
    const head = parseHead(readTextIfThere(`${dir}/HEAD`) ?? '')
    if (head === null) return null
    const packed = readTextIfThere(`${dir}/packed-refs`) ?? ''
    const commits = new Map([...packed.matchAll(PACKED)].map(([, commit = '', ref = '']) => [ref, commit]))
    for (const ref of filesBelow(dir, 'refs')) {
      const commit = parseCommit(readTextIfThere(`${dir}/${ref}`) ?? '')
      if (commit !== null) commits.set(ref, commit)
    }
    const current = head.kind === 'branch' ? head.ref : null
    return commits.size > most
      ? null
      : [...commits].map(([ref, commit]) => ({ ref, commit, isCurrent: ref === current }))
  } catch {
    return null
  }
}

function filesBelow(dir: string, folder: string): string[] {
  return readdirSync(`${dir}/${folder}`, { withFileTypes: true }).flatMap((one) => {
    const path = `${folder}/${one.name}`
    return one.isDirectory() ? filesBelow(dir, path) : [path]
  })
}
