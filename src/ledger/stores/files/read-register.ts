import { fold } from '../../fold.ts'
import { emptyRegister, REGISTER_FOLDS, type Register } from '../../register.ts'
import { REGISTER } from './layout.ts'
import { type Readable, sealedEntries } from './stream-lines.ts'

/** Reads the current register. */
export const readRegister = (home: Readable): Register =>
  fold(sealedEntries(home, REGISTER), emptyRegister(), REGISTER_FOLDS)
