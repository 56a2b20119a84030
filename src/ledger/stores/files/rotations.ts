import type { Key } from '../../digest.ts'
import { fold } from '../../fold.ts'
import { noRotations, ROTATION_FOLDS, type Rotations } from '../../rotation.ts'
import { KEY_STREAM } from './layout.ts'
import { type Readable, sealedEntries } from './stream-lines.ts'

/** The key rotations recorded in the ledger. */
export const rotationsOf = (home: Readable): Rotations =>
  fold(sealedEntries(home, KEY_STREAM), noRotations(), ROTATION_FOLDS)

/**
 * Returns the key of a head or spool file, or null if it is unknown or retired. A rotation reseals every head, so a seal
 * with a retired key means that the key was stolen.
 */
export function believedKey(home: Readable, id: string): Key | null {
  const current = home.keyring.current()
  if (id === current.id) return current
  return rotationsOf(home).retired.some(({ keys }) => keys.includes(id)) ? null : home.keyring.find(id)
}

/** True if the current key is the given one, or came into use after it. */
export function isSuccessor(home: Readable, key: string): boolean {
  const current = home.keyring.current().id
  if (current === key) return true
  const { order } = rotationsOf(home)
  return order.includes(key) && order.indexOf(key) < order.indexOf(current)
}
