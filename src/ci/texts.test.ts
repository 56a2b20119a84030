import { describe, expect, it } from 'vitest'
import { readTexts, textsOf } from './texts.ts'

const commit = (id: string, message: string, isMerge = false) => ({ id, isMerge, message })
const read = (commits: ReturnType<typeof commit>[], body: string | null = null) => readTexts(textsOf(commits, body))

describe('the texts of a pull request', () => {
  it('make claims, each in the name of its commit', () => {
    const { claims } = read([commit('b', 'Add it\n\nAll tests pass.'), commit('a', 'Fixed the parser')], 'Done.')
    expect(claims.map((one) => [one.claim.type, one.commit])).toEqual([
      ['tests_pass', 'b'],
      ['fixed', 'a'],
      ['done', null],
    ])
  })

  it('claim nothing in subjects that tell what a commit does, in branch names, or in comments of a template', () => {
    const commits = [
      commit('c', "Merge branch 'all-tests-pass' into main", true),
      commit('b', 'Fix the login'),
      commit('a', 'fix: handle dates\n\nFixes #12'),
    ]
    expect(read(commits, '<!-- All tests pass. -->\n<!-- never closed: Done.').claims).toEqual([])
  })

  it('leave gaps only in the last commit and in the body', () => {
    const now = commit('b', 'Add it\n\nFailing: login')
    const before = commit('a', 'Add it\n\nFailing: login')
    expect(read([now, commit('a', 'Begin')]).reading.gaps).toHaveLength(1)
    expect(read([commit('b', 'Mend it'), before]).reading.gaps).toEqual([])
    expect(read([commit('b', 'Mend it')], 'Open: the docs').reading.gaps).toHaveLength(1)
  })

  it('leave gaps in the last commit even if GitHub merged it for the check', () => {
    const merged = commit('m', 'Merge a into b', true)
    expect(read([merged, commit('b', 'Add it\n\nFailing: login')]).reading.gaps).toHaveLength(1)
  })

  it('are a finding if they are too long to read', () => {
    expect(read([], 'word '.repeat(20_000)).reading.finding?.code).toBe('EXTRACTION_UNFINISHED')
    const many = Array.from({ length: 40 }, (_, i) => commit(`${i}`, 'x'.repeat(30_000)))
    expect(read(many).reading.finding?.code).toBe('EXTRACTION_UNFINISHED')
  })
})
