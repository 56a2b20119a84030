import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { pauseCounting } from './counts.ts'

/** The folder of this process for its templates and the copies in use. */
let own: string | undefined
const places: { dir: string; isFree: boolean }[] = []
const templates = new Map<string, string>()

/**
 * A folder as `make` fills it, deleted after the test. It is made once in this process and copied from then on. Approvals and
 * hooks hold absolute paths, so a copy is always put where the first one was.
 */
export async function fromTemplate(key: string, make: (dir: string) => Promise<void>): Promise<string> {
  own ??= mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  const place = places.find(({ isFree }) => isFree) ?? { dir: join(own, `${places.length}`), isFree: true }
  if (!places.includes(place)) places.push(place)
  const { dir } = place
  place.isFree = false
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 20 })
    place.isFree = true
  })
  const name = `${dir} ${key}`
  const kept = templates.get(name)
  if (kept !== undefined) copyTree(kept, dir)
  else {
    mkdirSync(dir)
    const goOn = pauseCounting()
    try {
      await make(dir)
    } finally {
      goOn()
    }
    const made = join(own, `template-${templates.size}`)
    copyTree(dir, made)
    templates.set(name, made)
  }
  return dir
}

/** Copies to `dir` what `make` once filled another folder with. It must not depend on where it is. */
export function copyOf(key: string, dir: string, make: (dir: string) => void): void {
  own ??= mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  let kept = templates.get(key)
  if (kept === undefined) {
    kept = join(own, `template-${templates.size}`)
    mkdirSync(kept)
    const goOn = pauseCounting()
    try {
      make(kept)
    } finally {
      goOn()
    }
    templates.set(key, kept)
  }
  copyTree(kept, dir)
}

/** Copies a folder with its modes and symlinks. */
export function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: lstatSync(from).mode })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else copyFileSync(source, target)
  }
}
