import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaled, seed } from '../helpers/scale.ts'
import { folder, keepingTimes, said, type Workspace } from '../helpers/workspace.ts'

/** For any files and any change to one of them: a change of content shows under the file's name, and nothing else shows. */

const part = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', ' ', '.', '*', '\n'), minLength: 1, maxLength: 3 })
const name = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
  // A dot is not a name, and a file cannot have the name of a folder, so folders begin with other letters.
  .filter((text) => !text.split('/').some((one) => /^\.+$/.test(one)))
  .map((text) =>
    text
      .split('/')
      .map((one, i, all) => `${i === all.length - 1 ? 'f' : 'd'}${one}`)
      .join('/'),
  )
const content = fc.string({ unit: 'binary', maxLength: 20 })
const files = fc.uniqueArray(fc.record({ name, content }), { selector: (one) => one.name, minLength: 2, maxLength: 8 })

type Files = { name: string; content: string }[]

function spaceOf(list: Files, kind: 'git' | 'walk'): Workspace {
  const space = folder(Object.fromEntries(list.map((one) => [one.name, one.content])))
  if (kind === 'git') {
    space.git('init', '--quiet')
    // Half of them are tracked.
    const tracked = list.filter((_, i) => i % 2 === 0).map((one) => `:(literal)${one.name}`)
    space.git('add', '--', ...tracked)
  }
  return space
}

type Deed = 'edit' | 'flip' | 'mode' | 'remove' | 'rename' | 'add'
const DEEDS: { [deed in Deed]: (space: Workspace, at: string) => string[] } = {
  edit: ({ path, write }, at) => {
    write(at, `${readFileSync(path(at), 'utf8')}more`)
    return [`changed ${at}`]
  },
  flip: ({ path, write }, at) => {
    // The same size and the same times.
    const bytes = Buffer.from(readFileSync(path(at)))
    if (bytes.length === 0) return []
    bytes[0] = (bytes[0] ?? 0) ^ 1
    keepingTimes(path(at), () => write(at, bytes))
    return [`changed ${at}`]
  },
  mode: ({ path }, at) => {
    chmodSync(path(at), 0o755)
    return [`changed ${at}`]
  },
  remove: ({ path }, at) => {
    unlinkSync(path(at))
    return [`removed ${at}`]
  },
  rename: ({ path }, at) => {
    renameSync(path(at), path('renamed'))
    return [`removed ${at}`, 'added renamed']
  },
  add: ({ write }) => {
    write('new', '')
    return ['added new']
  },
}

const kind = fc.constantFrom('git' as const, 'walk' as const)
const deed = fc.constantFrom(...(Object.keys(DEEDS) as Deed[]))

it('shows any change to the name, content or mode of a file, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(files, kind, deed, fc.nat(), async (list, by, what, which) => {
      const space = spaceOf(list, by)
      const before = await space.take()
      const changes = DEEDS[what](space, list[which % list.length]?.name ?? '')
      const after = await space.take()
      expect(said(before, after).sort()).toEqual(changes.sort())
      expect(after.sha256 === before.sha256).toBe(changes.length === 0)
    }),
    { numRuns: scaled(400), seed: seed() },
  )
})

it('is the same without a cache, with other times, staged, committed, and with the files recreated in another order', async () => {
  await fc.assert(
    fc.asyncProperty(files, kind, async (list, by) => {
      const space = spaceOf(list, by)
      const { sha256 } = await space.take()
      const again = async () => expect((await space.take()).sha256).toBe(sha256)
      await again()
      for (const cache of readdirSync(join(space.home, 'cache'))) rmSync(join(space.home, 'cache', cache))
      await again()
      for (const one of list) utimesSync(space.path(one.name), 1, 1)
      if (by === 'git') space.git('add', '--all')
      await again()
      if (by === 'git') space.git('commit', '--quiet', '--message', 'all')
      for (const one of list) unlinkSync(space.path(one.name))
      for (const one of [...list].reverse()) space.write(one.name, one.content)
      await again()
    }),
    { numRuns: scaled(150), seed: seed() },
  )
})
