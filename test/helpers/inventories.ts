import type { TestInventory } from '../../src/claims/tests/found-test.ts'
import { testsInFile } from '../../src/claims/tests/inventory.ts'

/** The tests of a file that can be read to its end. */
export function readInventory(path: string, text: string): TestInventory {
  const found = testsInFile(path, text)
  if (found === 'unread') throw new Error(`${path} was not read to its end.`)
  return found
}
