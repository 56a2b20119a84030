import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'
import { normalise } from './normalise.ts'
import { segmentsOf } from './segments.ts'

/** The structure of Markdown as CommonMark defines it. Own examples, one or two for each rule. */

const typesIn = (text: string): string[] => extractClaims(text).claims.map(({ type }) => type)
const kindsOf = (text: string): string[] => segmentsOf(normalise(text).text).segments.map(({ kind }) => kind)

describe('a fence', () => {
  it('closes with a fence at least as long as the one that opens it', () => {
    expect(typesIn('See:\n````md\n```\nDone.\n```\nAll tests pass.\n````\nThat is the template.')).toEqual([])
    expect(kindsOf('````\na\n```\nb\n````\nText')).toEqual(['fence', 'prose'])
    expect(kindsOf('```\na\n`````\nText')).toEqual(['fence', 'prose'])
  })

  it('closes only with its own sign', () => {
    expect(kindsOf('~~~\na\n```\nb\n~~~\nText')).toEqual(['fence', 'prose'])
    expect(kindsOf('```\na\n~~~\nb\n```\nText')).toEqual(['fence', 'prose'])
  })

  it('does not close with text after it, and runs to the end if it never closes', () => {
    expect(kindsOf('```\na\n``` b\nText')).toEqual(['fence'])
    expect(kindsOf('Text\n\n```\na')).toEqual(['prose', 'fence'])
  })

  it('of backticks has no backtick in its info string', () => {
    expect(kindsOf('``` a ` b\nText')).toEqual(['prose', 'prose'])
    expect(kindsOf('~~~ a ` b\nText\n~~~')).toEqual(['fence'])
  })

  it('may be part of a list item', () => {
    expect(kindsOf('- Run:\n\n  ```sh\n  npm test\n  ```\n\n- Read')).toEqual(['bullet', 'fence', 'bullet'])
  })
})

describe('text outside of fences', () => {
  it('is split into nested lists, ordered lists and checklists', () => {
    expect(kindsOf('- a\n  - b\n    - c\n1. d\n2) e\n- [x] f')).toEqual([
      'bullet',
      'bullet',
      'bullet',
      'bullet',
      'bullet',
      'checklist',
    ])
  })

  it('is someone else’s in a block quote, also in its continuation', () => {
    expect(typesIn('You wrote:\n> It is done.\n> All tests pass.\n\nWhich tests do you mean?')).toEqual([])
  })

  it('drops the header of a table, and reads its rows', () => {
    expect(kindsOf('| a | b |\n|---|:-:|\n| c | d |')).toEqual(['table'])
  })

  it('is a heading after one to six signs and a space', () => {
    expect(kindsOf('# a\n###### b\n\n####### c\n\n#d')).toEqual(['heading', 'heading', 'prose', 'prose'])
  })

  it('has no comments, in one line or many', () => {
    expect(typesIn('<!-- Done.\nAll tests pass. -->\nThe file has two parts.')).toEqual([])
  })

  it('has entities instead of the characters they name', () => {
    expect(typesIn('D&#111;ne.')).toEqual(['done'])
    expect(typesIn('&#x44;one.')).toEqual(['done'])
  })

  it('keeps underscores within a word, and reads a sentinel as words', () => {
    expect(typesIn('The flag is_done is read by the parser.')).toEqual([])
    expect(typesIn('<TASK_COMPLETE>')).toEqual(['done'])
  })
})
