import { describe, onTestFinished } from 'vitest'
import type { Store } from '../../store.ts'
import { appending } from './appending.ts'
import { artifacts } from './artifacts.ts'
import { closing } from './closing.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { malformedDrafts } from './malformed-drafts.ts'
import { reading } from './reading.ts'
import { secrets } from './secrets.ts'

/** The store contract as tests. Call it from a driver's test file; `open` returns an empty store. */
export function storeConformance(name: string, open: () => Promise<Store> | Store): void {
  const fresh = async (): Promise<Store> => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }
  describe(`the ${name} fulfils the store contract`, () => {
    describe('appending', () => appending(fresh))
    describe('reading', () => reading(fresh))
    describe('hostile bodies', () => hostileBodies(fresh))
    describe('malformed drafts', () => malformedDrafts(fresh))
    describe('secrets', () => secrets(fresh))
    describe('artifacts', () => artifacts(fresh))
    describe('closing', () => closing(fresh))
  })
}
