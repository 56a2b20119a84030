import { fold } from '../../fold.ts'
import { noRotations, ROTATION_FOLDS, type Rotations } from '../../rotation.ts'
import { KEY_STREAM } from './layout.ts'
import { sealedEntries } from './read.ts'
import type { Readable } from './tail.ts'

/** What the ledger says about its keys. */
export const rotationsOf = (home: Readable): Rotations =>
  fold(sealedEntries(home, KEY_STREAM), noRotations(), ROTATION_FOLDS)
