import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

/** Makes passphrases of the tests around this call cheap to try. They are slow to guess, which key-file.test.ts tests. */
export function withCheapKeys(): void {
  const { scryptSync } = crypto
  const useScrypt = (scrypt: typeof scryptSync): void => {
    crypto.scryptSync = scrypt
    syncBuiltinESMExports()
  }
  beforeAll(() => useScrypt((word, salt, length, options) => scryptSync(word, salt, length, { ...options, N: 2 })))
  afterAll(() => useScrypt(scryptSync))
}
