import { describe, expect, it } from 'vitest'
import { inert, inertJson } from './inert.ts'
import { markdownTable, plainText } from './markdown.ts'

describe('the log of a runner', () => {
  it('obeys no line of ours, whatever text is in it', () => {
    const hostile = '::error::a\n  ::set-env name=PATH::/tmp\n\t::x\na ::notice::b\n##[command]x\nx##[add-mask]y'
    const lines = inert(hostile).split('\n')
    expect(lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##['))).toEqual([])
    expect(lines[3]).toBe('a ::notice::b')
  })

  it('leaves the value of JSON as it is', () => {
    const text = inertJson(JSON.stringify({ quote: '##[add-mask]x' }))
    expect(text).not.toContain('##[')
    expect(JSON.parse(text)).toEqual({ quote: '##[add-mask]x' })
  })
})

describe('words of others on a Markdown page', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[link](javascript:alert(1))',
    '![image](http://example.org/x.png)',
    '`code` ```fence``` **bold** _it_ ~~no~~',
    'a | b \\| c',
    '# heading\n\n- list\n> quote',
    '&lt;b&gt; &#60;b&#62;',
    '@someone #12 $x$ :smile:',
  ])('are plain text: %j', (text) => {
    const shown = plainText(text)
    expect(shown.replace(/&#\d+;/g, '')).toMatch(/^[\w\s]*$/)
    const decoded = shown.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    expect(decoded).toBe(text.replace(/\s+/g, ' '))
  })

  it('are one line without control characters, and not endless', () => {
    expect(plainText('a\u001b[31mb\u0007\u202ec')).toBe('a&#92;u001b&#91;31mb&#92;u0007&#92;u202ec')
    expect(plainText('x'.repeat(5_000))).toHaveLength(300)
    expect(markdownTable(['a'], [[plainText('b | c\nd')]])[3]).toBe('| b &#124; c d |')
  })
})
