import { describe, expect, it } from 'vitest'
import { faultOf, type Green, type Red } from './genuine-red.ts'

/** Contents by path, as they differ from the turn's start. */
type Files = { [path: string]: string }

const listed = (files: Files): string[] => Object.entries(files).map(([path, content]) => `${content} ${path}`)
const fingerprintOf = (files: Files): string => (Object.keys(files).length === 0 ? 'start' : JSON.stringify(files))
const content = (files: Files) => ({ fingerprint: fingerprintOf(files), since: listed(files) })

const judge = (red: Files | null, green: Files, more: Partial<Green & Red> = {}): string | null => {
  const { isAfterGreen = false, ...known } = more
  const then = red === null ? { fingerprint: null, since: null } : content(red)
  const now = { ...content(green), start: 'start', passedAtStart: false, readsDocuments: false, ...known }
  return faultOf({ ...then, isAfterGreen }, now)
}

describe('a failure was there to be fixed', () => {
  it.each<[string, Files, Files, Partial<Green & Red>]>([
    ['a bug that was there when the turn began', {}, { 'src/a.js': '1' }, {}],
    ['a test written first', { 'test/a.js': '1' }, { 'test/a.js': '1', 'src/a.js': '1' }, { passedAtStart: true }],
    ['a first attempt that was not enough', { 'src/a.js': '1' }, { 'src/a.js': '2' }, {}],
    ['a first attempt given up for another', { 'src/a.js': '1' }, { 'src/b.js': '1' }, {}],
    [
      'a fix taken out once, to see its test fail',
      { 'test/a.js': '1' },
      { 'test/a.js': '1', 'src/a.js': '1' },
      { passedAtStart: true, isAfterGreen: true },
    ],
    ['a deleted file', {}, { 'src/old.js': 'gone' }, {}],
    ['a document at the root of the failure', {}, { 'README.md': '1' }, {}],
    ['a document that the check reads', { 'README.md': '1' }, { 'README.md': '2' }, { readsDocuments: true }],
    ['the return to what passed in an earlier turn', {}, { 'src/a.js': '1' }, { isAfterGreen: true }],
  ])('%s', (_, red, green, more) => {
    expect(judge(red, green, more)).toBeNull()
  })

  it('as its host reported it, if the turn has changed something', () => {
    expect(judge(null, { 'src/a.js': '1' })).toBeNull()
  })

  it('as far as can be told without a recorded start', () => {
    expect(judge({ 'src/a.js': '1' }, { 'src/a.js': '2' }, { start: null, since: null })).toBeNull()
  })
})

describe('a failure was made to be undone', () => {
  it.each<[string, Files | null, Files, Partial<Green & Red>, RegExp]>([
    ['by breaking and restoring a file', { 'src/a.js': '1' }, {}, {}, /as they were/],
    ['by deleting and restoring it', { 'src/a.js': 'gone' }, {}, {}, /as they were/],
    ['as its host reported it', null, {}, {}, /as they were/],
    ['beside a change made before', { 'src/a.js': '1', 'src/b.js': '1' }, { 'src/b.js': '1' }, {}, /as they were/],
    ['beside a new line in the README', { 'src/a.js': '1' }, { 'README.md': '1' }, {}, /as they were/],
    ['beside the README, as its host reported it', null, { 'README.md': '1' }, {}, /as they were/],
    ['beside other work', { 'src/a.js': '1' }, { 'src/b.js': '1' }, { passedAtStart: true }, /as they were/],
    ['after it had passed', { 'src/a.js': '1' }, { 'src/a.js': '2' }, { isAfterGreen: true }, /already passed/],
    ['after it had passed, as its host reported it', null, { 'src/a.js': '2' }, { isAfterGreen: true }, /already/],
    ['by nothing at all', { 'src/a.js': '1' }, { 'src/a.js': '1' }, {}, /same workspace content/],
  ])('%s', (_, red, green, more, said) => {
    expect(judge(red, green, more)).toMatch(said)
  })

  it('even if there are too many changed files to list', () => {
    expect(judge({ 'src/a.js': '1' }, {}, { since: null })).toMatch(/as they were/)
  })
})
