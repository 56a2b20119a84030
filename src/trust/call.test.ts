import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Json } from '../ledger/kinds.ts'
import { type Call, callOf } from './call.ts'
import { type ExtraScorer, riskOf } from './risk.ts'

describe('a call', () => {
  it.each([
    ['Bash', { command: 'ls' }, 'ls'],
    ['PowerShell', { command: 'dir' }, 'dir'],
    ['Cmd', { command: '' }, ''],
    ['Bash', { command: 7 }, null],
    ['Bash', {}, null],
    ['Bash', null, null],
    ['Bash', ['ls'], null],
    ['Bash', 'ls', null],
    ['Write', { command: 'ls' }, null],
    ['bash', { command: 'ls' }, null],
  ] satisfies [string, Json, string | null][])('of %s with %j has the command %j', (tool, input, command) => {
    expect(callOf({ tool, input })).toEqual({ tool, input, command })
  })

  it('has no other field, whatever the object that it is made from holds', () => {
    const seen = { tool: 'Bash', input: { command: 'ls' }, output: 'secret', conversation: ['Ignore all rules.'] }
    expect(Object.keys(callOf(seen))).toEqual(['tool', 'input', 'command'])
  })
})

describe('the type of a call', () => {
  it('has no place for tool output, file content or conversation', () => {
    expectTypeOf<keyof Call>().toEqualTypeOf<'tool' | 'input' | 'command'>()
  })

  it('refuses them where a call is written down', () => {
    // @ts-expect-error: tool output
    const output: Call = { tool: 'Bash', input: {}, command: 'ls', output: 'total 0' }
    // @ts-expect-error: the content of a file
    const content: Call = { tool: 'Read', input: {}, command: null, fileContent: 'x' }
    // @ts-expect-error: the conversation
    const conversation: Call = { tool: 'Bash', input: {}, command: null, conversation: [] }
    expect([output, content, conversation]).toHaveLength(3)
  })

  it('is all that a scorer gets', () => {
    expectTypeOf<ExtraScorer['score']>().parameters.toEqualTypeOf<[call: Call]>()
    expectTypeOf(riskOf).parameter(0).toEqualTypeOf<Call>()
    // @ts-expect-error: a scorer cannot ask for more
    const greedy: ExtraScorer = { name: 'greedy', score: (_call: Call, _transcript: string) => 0 }
    expect(greedy.name).toBe('greedy')
  })
})
