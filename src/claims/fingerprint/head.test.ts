import { describe, expect, it } from 'vitest'
import { findPacked, parseCommit, parseHead } from './head.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(64)
const MAIN = 'refs/heads/main'

describe('HEAD', () => {
  it.each([
    [`ref: ${MAIN}\n`, { kind: 'branch', ref: MAIN }],
    [`${A}\n`, { kind: 'commit', commit: A }],
    [`${B}\n`, { kind: 'commit', commit: B }],
    [`ref: ${MAIN}`, null],
    [`ref: ${MAIN}\r\n`, null],
    ['ref: refs/heads/.invalid\n', null],
    ['ref: refs/heads/a b\n', null],
    [`${A}`, null],
    [`${A.slice(1)}\n`, null],
    ['', null],
  ])('%j', (text, head) => expect(parseHead(text)).toEqual(head))

  it('accepts only a commit in the file of a branch', () => {
    expect([parseCommit(`${A}\n`), parseCommit(`ref: ${MAIN}\n`)]).toEqual([A, null])
  })
})

describe('a branch in packed-refs', () => {
  it.each([
    ['one line', `# pack-refs with: peeled\n${A} ${MAIN}\n`, { commit: A }],
    ['other branches', `${A} refs/heads/other\n`, { commit: null }],
    ['nothing', '', { commit: null }],
    ['two lines', `${A} ${MAIN}\n${'c'.repeat(40)} ${MAIN}\n`, null],
    ['a tab', `${A}\t${MAIN}\n`, null],
    ['another end of line', `${A} ${MAIN}\r\n`, null],
    ['no end', `${A} ${MAIN}`, null],
    ['no commit', `x ${MAIN}\n`, null],
  ])('%s', (_, text, found) => expect(findPacked(text, MAIN)).toEqual(found))
})
