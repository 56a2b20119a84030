import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderOf, nameOf, pathOf, textOf } from './names.ts'

describe('a name', () => {
  it('is bytes: text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textOf(nameOf(text))).toBe(text)
      }),
    )
  })

  it('tells apart what is no text', () => {
    expect(pathOf('plain')).toBe('plain')
    expect(pathOf('\u00ff')).toEqual(Buffer.from([0xff]))
    expect([textOf('\u00ff'), textOf('\u00fe')]).toEqual(['\ufffd', '\ufffd'])
  })

  it('is in a folder', () => {
    expect(['a/b/c', 'a', ''].map(folderOf)).toEqual(['a/b', '', ''])
  })
})
