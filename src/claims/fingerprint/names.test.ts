import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderOf, nameOf, pathOf, textOf } from './names.ts'

describe('a name', () => {
  it('is bytes, and converts back to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textOf(nameOf(text))).toBe(text)
      }),
    )
  })

  it('tells apart names that are not valid text', () => {
    expect(pathOf('plain')).toBe('plain')
    expect(pathOf('\u00ff')).toEqual(Buffer.from([0xff]))
    expect([textOf('\u00ff'), textOf('\u00fe')]).toEqual(['\ufffd', '\ufffd'])
  })

  it('is in a folder', () => {
    expect(['a/b/c', 'a', ''].map(folderOf)).toEqual(['a/b', '', ''])
  })
})
