import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { NAMES } from '../commands/index.ts'
import { fitted } from './fitted.ts'
import { widthOf } from './width.ts'

const widest = (text: string): number => Math.max(...text.split('\n').map(widthOf))
const bare = (text: string): string => text.replace(/\s+/g, '')

describe('lines that fit the terminal', () => {
  it.each([80, 60, 40])('keeps every word of the documentation within %i columns', (width) => {
    for (const page of readdirSync('docs').filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(`docs/${page}`, 'utf8')
      const shown = fitted(text, width)
      expect(widest(shown)).toBeLessThanOrEqual(width)
      expect(bare(shown)).toBe(bare(text))
    }
  })

  it('cuts a long path after a slash, and keeps the indent', () => {
    const path = `/${'folder/'.repeat(8)}file`
    expect(fitted(`  Cannot read ${path}`, 40).split('\n')).toEqual([
      '  Cannot read',
      `  /${'folder/'.repeat(5)}`,
      `  ${'folder/'.repeat(3)}file`,
    ])
  })

  it('cuts a long word between characters, by their width, however long it is', () => {
    const lines = fitted('漢字👩‍👩‍👧é'.repeat(500), 40).split('\n')
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40)
    expect(lines.join('')).toBe('漢字👩‍👩‍👧é'.repeat(500))
    expect(lines.every((line) => line.isWellFormed())).toBe(true)
    const long = 'x'.repeat(1 << 20)
    expect(fitted(long, 40).replaceAll('\n', '')).toBe(long)
  })

  it('leaves progress alone', () => {
    const progress = `\r${'x'.repeat(100)}`
    expect(fitted(progress, 40)).toBe(progress)
  })

  it('fits errors and help at a terminal, with the code whole, and leaves them in one line for programs', async () => {
    const home = `${tempDir()}/${'long-folder-name/'.repeat(6)}`
    const lines = [
      ...NAMES.map((name) => [...name.split(' '), '--help']),
      ['docs', 'nope'],
      ['show', 'nobody'],
      ['explain'],
      ['waive', 'done', '--reason', 'x', '--yes'],
      ['verify'],
      ['outcome', 'nobody'],
    ]
    for (const columns of [80, 50]) {
      for (const argv of lines) {
        const { out, err } = await runCli([...argv, '--home', home], {}, { columns })
        expect([argv, widest(out) <= columns, widest(err) <= columns]).toEqual([argv, true, true])
        const plain = await runCli([...argv, '--home', home])
        if (plain.err !== '') expect(plain.err).toMatch(/^bailiff: .*\[[A-Z_]+\]\n$/s)
        expect(/\[[A-Z_]+\]/.exec(err)?.[0]).toBe(/\[[A-Z_]+\]/.exec(plain.err)?.[0])
      }
    }
  })
})
