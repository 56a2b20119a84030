import type { ReadInventory, TestInventory } from '../../src/claims/tests/found-test.ts'
import { inventoryOf, testsInFile } from '../../src/claims/tests/inventory.ts'

/** The tests that a file declares, if it can be read to its end. */
export const readInventory = (path: string, text: string): TestInventory => requireRead(path, inventoryOf(path, text))

/** The same, or the file as one test if no test can be read in it. */
export const readTestFile = (path: string, text: string): TestInventory => requireRead(path, testsInFile(path, text))

function requireRead(path: string, found: ReadInventory): TestInventory {
  if (found === 'unread') throw new Error(`${path} was not read to its end.`)
  return found
}
