import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { sha256 } from '../../ledger/digest.ts'
import { changedSince } from './seen.ts'

it('finds the settings that changed since a session saw them: not new ones, and not those that init wrote', () => {
  const dir = tempDir()
  const path = (name: string): string => join(dir, name)
  const before = { sha256: sha256('before'), hooks: 0, otherStops: [] }
  const names = ['same', 'changed', 'removed', 'written', 'new']
  for (const name of ['changed', 'written', 'new']) writeFileSync(path(name), `now ${name}`)
  writeFileSync(path('same'), 'before')
  const files = new Map(names.filter((name) => name !== 'new').map((name) => [path(name), before]))
  const written = new Set([sha256('now written'), sha256('now new')])
  expect(changedSince({ files }, names.map(path), written)).toEqual([path('changed'), path('removed')])
})
