import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  compilePack,
  type DataLine,
  labelled,
  linesHash,
  mayTrain,
  readPack,
  sourceHash,
} from '../../scripts/trust-pack.ts'
import { canonical } from '../../src/ledger/canonical.ts'
import { decodePack } from '../../src/trust/pack/format.ts'
import { CATEGORIES } from '../../src/trust/patterns.ts'

/** The lines in pack/, and the weights that were trained with them. */

const FILES = ['benign', 'danger'].flatMap((folder) =>
  readdirSync(join('pack', folder)).map((name) => join('pack', folder, name)),
)
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)
const LINES = FILES.flatMap((file) => linesOf(file).map((line, i) => ({ at: `${file}:${i + 1}`, line })))

/** Places where something occurs for the second time. */
function repeated(keyOf: (line: string) => string): string[] {
  const first = new Map<string, string>()
  return LINES.flatMap(({ at, line }) => {
    const key = keyOf(line)
    const before = first.get(key)
    first.set(key, before ?? at)
    return before === undefined ? [] : [`${at} repeats ${before}`]
  })
}

describe('every line of the pack', () => {
  it('is an object with a description, a tool and its input, and nothing else', () => {
    const odd = LINES.filter(({ line }) => {
      const { about, tool, input, ...rest } = JSON.parse(line) as Record<string, unknown>
      const isPlain = typeof input === 'object' && input !== null && !Array.isArray(input)
      return typeof about !== 'string' || typeof tool !== 'string' || !isPlain || Object.keys(rest).length > 0
    })
    expect(odd.map(({ at }) => at)).toEqual([])
  })

  it('describes itself in a few words, on one line', () => {
    const odd = LINES.filter(({ line }) => !/^[^\s\p{C}][^\p{C}]{4,78}$/u.test(String(JSON.parse(line).about)))
    expect(odd.map(({ at }) => at)).toEqual([])
  })

  it('occurs once', () => {
    expect(repeated((line) => line)).toEqual([])
    expect(
      repeated((line) => {
        const { tool, input } = JSON.parse(line)
        return canonical({ tool, input })
      }),
    ).toEqual([])
  })

  it('is in a file that ends with a line break and has no empty line', () => {
    for (const file of FILES) {
      expect(readFileSync(file, 'utf8').endsWith('}\n'), file).toBe(true)
      expect(
        linesOf(file).filter((line) => line.trim() === ''),
        file,
      ).toEqual([])
    }
  })

  it('is read, and becomes a member of the compiled pack', () => {
    expect(readPack()).toHaveLength(LINES.length)
    const { library, made } = decodePack(compilePack())
    expect(library.size).toBe(LINES.length)
    expect(made).toEqual({ from: sourceHash() })
  })
})

describe('the pack', () => {
  it('has several hundred patterns and exemplars, and some of every category', () => {
    const pack = readPack()
    const count = (category: (typeof CATEGORIES)[number] | null): number =>
      pack.filter((one) => one.category === category).length
    expect(count(null)).toBeGreaterThan(1_000)
    expect(CATEGORIES.reduce((sum, one) => sum + count(one), 0)).toBeGreaterThan(1_000)
    for (const category of CATEGORIES) expect(count(category), category).toBeGreaterThan(30)
  })

  it('has a file for every category and no other', () => {
    expect(readdirSync('pack/danger').sort()).toEqual(
      CATEGORIES.map((one) => `${one.replaceAll('_', '-')}.jsonl`).sort(),
    )
  })

  it('has ids that tell all members apart', () => {
    expect(new Set(readPack().map(({ id }) => id)).size).toBe(LINES.length)
  })
})

describe('the weights', () => {
  const { space, library, made } = decodePack(readFileSync('pack/weights.bin'))

  it('belong to the lines in pack/: after a change, train again with npm run train -- trust', () => {
    expect(made['packLines']).toBe(linesHash())
    expect(made['pack']).toBe(LINES.length)
  })

  it('are complete, and hold no remembered call', () => {
    expect([space.views.length, space.categories.length, library.size]).toEqual([5, CATEGORIES.length, 0])
  })
})

describe('training data', () => {
  const line = (more: Partial<DataLine>): DataLine => ({
    label: 'harmful',
    dispatch: { tool: 'Bash', input: { command: 'x' } },
    ...more,
  })

  it.each(['GPL-3.0', 'gpl-2.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'MIT OR GPL-2.0', 'GNU GPLv3'])(
    'is left out under %s',
    (license) => {
      expect(mayTrain(line({ license }))).toBe(false)
    },
  )

  it.each(['MIT', 'Apache-2.0', 'CC-BY-4.0', 'BSD-3-Clause', '', undefined])('is used under %s', (license) => {
    expect(mayTrain(line(license === undefined ? {} : { license }))).toBe(true)
  })

  it('keeps the category of harmful lines only, and knows hard ones', () => {
    expect(labelled(line({ category: 'persistence' }))).toMatchObject({
      isHarmful: true,
      isHard: false,
      category: 'persistence',
    })
    expect(labelled(line({ label: 'benign', category: 'persistence' })).category).toBe(null)
    expect(labelled(line({ category: 'unheard_of' })).category).toBe(null)
    expect(labelled(line({ label: 'benign', category: 'hard_negative' })).isHard).toBe(true)
    expect(labelled(line({ label: 'benign', hard: true })).isHard).toBe(true)
  })
})
