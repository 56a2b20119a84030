import type { Key } from '../../digest.ts'
import { fold } from '../../fold.ts'
import { noRotations, ROTATION_FOLDS, type Rotations } from '../../rotation.ts'
import { KEY_STREAM } from './layout.ts'
import { type Readable, sealedEntries } from './stream-lines.ts'

/** What the ledger says about its keys. */
export const rotationsOf = (home: Readable): Rotations =>
  fold(sealedEntries(home, KEY_STREAM), noRotations(), ROTATION_FOLDS)

/**
 * The key of a head or spool file, or null where it is unknown or retired. A rotation seals every head anew, so whoever
 * seals one with a retired key has stolen it.
 */
export function believedKey(home: Readable, id: string): Key | null {
  const current = home.keyring.current()
  if (id === current.id) return current
  return rotationsOf(home).retired.some(({ keys }) => keys.includes(id)) ? null : home.keyring.find(id)
}

/** Whether the key that seals now is the one named, or came into use after it. */
export function isSuccessor(home: Readable, key: string): boolean {
  const current = home.keyring.current().id
  if (current === key) return true
  const { order } = rotationsOf(home)
  return order.includes(key) && order.indexOf(key) < order.indexOf(current)
}
