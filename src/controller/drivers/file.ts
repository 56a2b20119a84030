import { type Stats, unlinkSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../../ledger/digest.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { readPlain, syncDir } from '../../ledger/stores/files/disk.ts'
import type { EffectOutcome } from '../outcome.ts'
import { done, notBegun, notDone, unknown } from './applied.ts'
import type { Applied, EffectDriver, EffectRequest } from './driver.ts'
import { faultIn, NAME } from './fault.ts'
import { fileState, statOf } from './file-state.ts'
import { reasonOf } from './reason.ts'
import { MODE_BITS, replaceFile } from './replace-file.ts'

const SETTINGS = z.strictObject({ path: NAME })

const CONTENT = z.strictObject({
  content: z.string('must be text').refine((text) => text.isWellFormed(), 'must be valid Unicode'),
  mode: z
    .string('must be text such as "0644"')
    .regex(/^(?:keep|0[0-7]{3})$/, 'must be "keep" or four octal digits such as "0644"')
    .optional(),
})
const ABSENT = z.strictObject({ absent: z.literal(true, 'must be true') })

/** `bytes` is null for a file that should be absent, `mode` for one that keeps its mode. */
type Target = { path: string; bytes: Buffer | null; mode: number | null }

/**
 * Writes or removes a file. The write is atomic: after a crash the file has its old content or the new one, so a probe is
 * decisive. Keeps the owner and mode of an existing file, and refuses symlinks, folders and special files. Hard links to
 * the old content keep it.
 */
export const fileDriver: EffectDriver = {
  faultOf: ({ settings, target_state }) =>
    faultIn(SETTINGS, settings, 'settings') ??
    faultIn('absent' in target_state ? ABSENT : CONTENT, target_state, 'target_state'),

  callsOf: (request) => {
    const { path, bytes } = targetOf(request)
    return [bytes === null ? { kind: 'remove', path } : { kind: 'write', path, content: bytes.toString('utf8') }]
  },

  preview: async (request) => {
    const { path, bytes, mode } = targetOf(request)
    return { before: shown(path, mode), after: bytes === null ? null : request.target_state }
  },

  apply: async (request, signal) => {
    if (signal.aborted) return notBegun()
    const { path, bytes, mode } = targetOf(request)
    if (bytes === null) return change(path, { absent: true }, (before) => remove(path, before))
    const [key, root] = [request.idempotency_key, request.surroundings.cwd]
    return change(path, { sha256: sha256(bytes), bytes: bytes.length }, (before) =>
      replaceFile({ path, bytes, mode, before, key, root }),
    )
  },

  probe: async (request) => {
    try {
      return look(targetOf(request))
    } catch {
      return 'unknown'
    }
  },
}

function targetOf({ settings, target_state, surroundings }: EffectRequest): Target {
  const path = resolve(surroundings.cwd, SETTINGS.parse(settings).path)
  if ('absent' in target_state) return { path, bytes: null, mode: null }
  const { content, mode = 'keep' } = CONTENT.parse(target_state)
  return { path, bytes: Buffer.from(content), mode: mode === 'keep' ? null : Number.parseInt(mode, 8) }
}

/** Makes a change that takes place as a whole or throws, then syncs the folder. `act` returns true if it changed anything. */
function change(path: string, response: JsonObject, act: (before: Stats | null) => boolean): Applied {
  let isChanged = false
  try {
    const before = statOf(path)
    if (before !== null && !before.isFile()) return notDone(`${path} is ${nameOf(before)}. It was not changed.`)
    isChanged = act(before)
    if (isChanged) syncDir(dirname(path))
    return done({ response })
  } catch (error) {
    const why = reasonOf(error)
    return isChanged
      ? unknown(`${path} was changed but not synced: ${why}.`)
      : notDone(`Cannot change ${path}: ${why}.`)
  }
}

function remove(path: string, before: Stats | null): boolean {
  if (before === null) return false
  unlinkSync(path)
  return true
}

const nameOf = (stat: Stats): string =>
  stat.isSymbolicLink() ? 'a symlink' : stat.isDirectory() ? 'a folder' : 'a special file'

function look({ path, bytes, mode }: Target): EffectOutcome {
  const stat = statOf(path)
  if (bytes === null || stat === null) return (bytes === null) === (stat === null) ? 'done' : 'not-done'
  if (!stat.isFile() || stat.size !== bytes.length) return 'not-done'
  if (mode !== null && (stat.mode & MODE_BITS) !== mode) return 'not-done'
  const read = readPlain(path, bytes.length)
  return read.kind === 'read' && read.bytes.equals(bytes) ? 'done' : 'not-done'
}

/** The state before the effect, in the terms of a target state; null if there is no file. */
function shown(path: string, mode: number | null): Json {
  const { exists, ...state } = fileState(path)
  if (!exists) return null
  const now = mode === null ? null : statOf(path)
  return now === null ? state : { ...state, mode: `0${(now.mode & MODE_BITS).toString(8).padStart(3, '0')}` }
}
