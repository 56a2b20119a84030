import { describe, expect, it } from 'vitest'
import type { Json } from '../../ledger/kinds.ts'
import { textOf } from './text.ts'

const text = (tool: string, input: Json, command: string | null = null): string => textOf({ tool, input, command })

describe('the text of a call', () => {
  it('is the command line alone', () => {
    expect(text('Bash', { command: 'ls', description: 'List files' }, 'ls')).toBe('ls')
  })

  it('of another tool is its name and its fields', () => {
    expect(text('write_file', { path: '/x', mode: 7, isNew: true, note: null })).toBe(
      'write file\nisNew= true mode= 7 path= /x',
    )
  })

  it('does not depend on the order of fields', () => {
    expect(text('T', { a: 1, b: { d: 2, c: 3 } })).toBe(text('T', { b: { c: 3, d: 2 }, a: 1 }))
  })

  it('names each element of a list by the field that holds it', () => {
    expect(text('T', { edits: ['a', { from: 'b' }] })).toBe('T\nedits= a from= b')
  })

  it.each<[string, Json]>([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', []],
  ])('has no field for %s', (_, input) => {
    expect(text('T', input)).toBe('T\n')
  })
})

describe('comments and blanks', () => {
  const bash = (command: string): string => text('Bash', {}, command)

  it.each([
    ['git status # check first', 'git status '],
    ['# first\n# second\nls', '\nls'],
    ['ls    -la \t x', 'ls -la x'],
    ['ls\n\n\n\npwd', 'ls\npwd'],
    ['#!/bin/sh\nls', '#!/bin/sh\nls'],
    ['echo a#b', 'echo a#b'],
    ['echo $#', 'echo $#'],
  ])('%j reads %j', (command, read) => {
    expect(bash(command)).toBe(read)
  })

  it('do not push the rest of a command out of its text', () => {
    const padding = `# ${'x'.repeat(9_000)}\n`
    expect(bash(`${padding}rm -rf /\n${padding}`)).toContain('rm -rf /')
    expect(bash(`${' '.repeat(9_000)}rm -rf /${'\n'.repeat(9_000)}`)).toContain('rm -rf /')
  })

  it.each([
    ['in quotes', 'Bash', 'echo " #"; rm -rf /'],
    ['in single quotes', 'Bash', "echo ' #'; rm -rf /"],
    ['in quotes over several lines', 'Bash', 'echo "\n# "; rm -rf /'],
    ['in quotes within quotes', 'Bash', 'echo "$(echo " # ")"; rm -rf /'],
    ['behind an escaped blank', 'Bash', 'echo a\\ #b; rm -rf /'],
    ['in a parameter', 'Bash', `echo $${'{'}x/ #/}; rm -rf /`],
    ['after a here-document with a quote', 'Bash', "cat <<E\n'\nE\necho ' # '; rm -rf /"],
    ['in PowerShell quotes', 'PowerShell', '"x #"; rm -rf /'],
    ['before a carriage return in PowerShell', 'PowerShell', '# x\rrm -rf /'],
    ['in Cmd, which has no such comments', 'Cmd', 'echo # & rm -rf /'],
  ])('are only left out if they surely are comments: not %s', (_, tool, command) => {
    expect(text(tool, {}, command)).toContain('rm -rf /')
  })
})

describe('the text of a large call', () => {
  it('keeps its beginning and its end', () => {
    const long = text('Bash', {}, `first ${'x '.repeat(2_500_000)} last`)
    expect(long).toHaveLength(4_001)
    expect(long.startsWith('first ')).toBe(true)
    expect(long.endsWith(' last')).toBe(true)
  })

  it('is cut at the same length whatever is long: a value, a field name, the tool', () => {
    const million = 'a'.repeat(1_000_000)
    for (const one of [text('T', { x: million }), text('T', { [million]: 'x' }), text(million, {})])
      expect(one.length).toBeLessThanOrEqual(4_001)
  })

  it('leaves out values that are nested too deeply', () => {
    let deep: Json = 'bottom'
    for (let i = 0; i < 100_000; i++) deep = i % 2 === 0 ? [deep] : { x: deep }
    expect(text('T', { top: 'seen', deep })).toBe('T\ntop= seen')
  })

  it('leaves out fields beyond the first 256', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${String(i).padStart(6, '0')}`, 1]))
    expect(text('T', wide).split('= ')).toHaveLength(257)
  })
})
