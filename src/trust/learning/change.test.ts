import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR, anyJson } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { Json } from '../../ledger/kinds.ts'
import { type Call, callOf } from '../call.ts'
import { readCall } from '../reading/read.ts'
import { textOf } from '../reading/text.ts'
import { keptCall } from './change.ts'

const bash = (command: string) => callOf({ tool: 'Bash', input: { command, description: 'Does something' } })

const wordsOf = (call: Call): string[] => textOf(call).trim().split(/\s+/)

describe('a kept call', () => {
  it('is the command line of a shell, without anything that scorers do not read', () => {
    expect(keptCall(bash('git  status # twice'))).toMatchObject({
      tool: 'Bash',
      input: { command: 'git status ' },
      about: 'git status',
    })
  })

  it('is the same for all hosts, whatever they call their shell', () => {
    const gemini = { tool: 'run_shell_command', input: { command: 'ls', directory: '/x' }, command: 'ls' }
    expect(keptCall(gemini)).toEqual(keptCall(callOf({ tool: 'Bash', input: { command: 'ls' } })))
  })

  it('keeps the shell, if its command line means something else there', () => {
    const tools = ['Cmd', 'PowerShell'].map((tool) => keptCall(callOf({ tool, input: { command: 'del x' } })).tool)
    expect(tools).toEqual(['Cmd', 'PowerShell'])
  })

  it('of another tool has its name and input', () => {
    const kept = keptCall(callOf({ tool: 'Write', input: { file_path: '/a', content: 'b' } }))
    expect(kept).toMatchObject({
      tool: 'Write',
      input: { file_path: '/a', content: 'b' },
      about: 'Write {"file_path":"/a","content":"b"}',
    })
  })

  it('is bounded, however long its texts and lists are', () => {
    const text = 'x'.repeat(100_000)
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, text]))
    for (const input of [{ text }, { list: Array.from({ length: 500 }, () => text) }, wide]) {
      const kept = keptCall(callOf({ tool: 'Write', input }))
      expect(JSON.stringify(kept).length).toBeLessThan(100_000)
      expect(kept.about.length).toBeLessThanOrEqual(80)
    }
  })

  it('reads like the whole call, although it is cut: padding hides nothing', () => {
    const long = 'some words '.repeat(2_000)
    for (const command of [
      `cat <<'X'\n${long}\nX`,
      `${'# nothing\n'.repeat(1_000)}rm -rf /`,
      `echo ${long}; rm -rf /`,
    ]) {
      const { tool, input } = keptCall(bash(command))
      expect(readCall(callOf({ tool, input }))).toEqual(readCall(bash(command)))
    }
  })

  it('reads like the call, whatever its quotes and comments are', () => {
    const part = fc.constantFrom('#', ' ', '  ', '\n', '"', "'", '\\', '{', '<<', 'x', 'rm -rf /', '\r', '!')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('Bash', 'Cmd', 'PowerShell'), (parts, tool) => {
        const call = callOf({ tool, input: { command: parts.join('') } })
        expect(wordsOf(callOf(keptCall(call)))).toEqual(wordsOf(call))
      }),
      { seed: seed(), numRuns: scaled(10_000) },
    )
  })

  it('can be recorded, wherever it is cut', () => {
    for (let i = 0; i < 4; i++)
      for (const length of [70, 3_990]) {
        const pairs = `${'x'.repeat(length + i)}${'😀'.repeat(20)}`
        for (const call of [bash(pairs), callOf({ tool: 'Write', input: { content: pairs } })])
          expect(() => canonical(keptCall(call))).not.toThrow()
      }
  })

  it('can be recorded, whatever the call is', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.oneof(anyJson(), fc.record({ command: fc.string({ unit: ANY_CHAR }) })),
        (tool, input) => {
          const call = callOf({ tool, input: JSON.parse(JSON.stringify(input)) as Json })
          expect(() => canonical(keptCall(call))).not.toThrow()
          expect(keptCall(call)).toEqual(keptCall(call))
        },
      ),
      { seed: seed(), numRuns: scaled(4_000) },
    )
  })
})
