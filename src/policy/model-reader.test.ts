import { describe, expect, it } from 'vitest'
import { policyOf, problemsOf } from '../../test/helpers/policies.ts'
import { describePolicy } from './describe.ts'
import { changesFrom } from './diff.ts'

const MODEL = '{ name: tiny-1, url: "http://127.0.0.1:11434/v1" }'
const textOf = (model: string): string => `version: 1\nclaims: { model: ${model} }\n`

describe('claims.model', () => {
  it('is off by default, and then leaves no trace in the compiled policy', () => {
    expect(policyOf('version: 1\n')).not.toHaveProperty('claims')
    expect(policyOf('version: 1\nclaims: {}\n')).toEqual(policyOf('version: 1\n'))
  })

  it('names a model, its endpoint, the variable with its key and a time limit', () => {
    expect(policyOf(textOf(MODEL)).claims?.model).toEqual({
      name: 'tiny-1',
      url: 'http://127.0.0.1:11434/v1',
      key: null,
      seconds: 8,
    })
    const keyed = '{ name: m, url: "https://api.example.org/v1", key: { env: MY_KEY }, seconds: 30 }'
    expect(policyOf(textOf(keyed)).claims?.model).toMatchObject({ key: 'MY_KEY', seconds: 30 })
  })

  it.each([
    ['true', 'claims.model: Expected fields, found true.'],
    ['{ name: m }', 'claims.model.url: This field is required.'],
    ['{ name: m, url: localhost }', 'claims.model.url: Write a full URL with http:// or https://'],
    ['{ name: m, url: "file:///etc/passwd" }', 'claims.model.url: Write a full URL'],
    ['{ name: m, url: "https://me:x@example.org" }', 'must not contain a user name or password'],
    ['{ name: m, url: "https://example.org", key: sk-123 }', 'claims.model.key: Expected fields'],
    ['{ name: m, url: "https://example.org", key: { env: sk-123 } }', 'The key itself does not belong in a policy'],
    ['{ name: m, url: "https://example.org", seconds: 31 }', 'claims.model.seconds: Too large: at most 30.'],
    ['{ name: m, url: "https://example.org", seconds: 0 }', 'claims.model.seconds: Too small: at least 1.'],
    ['{ nme: m, url: "https://example.org" }', 'Did you mean "name"?'],
  ])('refuses %s', (model, problem) => {
    expect(problemsOf(textOf(model)).join('\n')).toContain(problem)
  })

  it('is explained to the person who approves it', () => {
    expect(describePolicy(policyOf(textOf(MODEL)))).toContain(
      'Final messages are sent to the model tiny-1 at http://127.0.0.1:11434/v1, without secrets; it has 8 seconds to add claims and gaps.',
    )
  })

  it('is shown when it changes, and weaker when it is gone', () => {
    const [off, on] = [policyOf('version: 1\n'), policyOf(textOf(MODEL))]
    expect(changesFrom(off, on).filter(({ weaker }) => weaker)).toEqual([])
    expect(changesFrom(off, on).map(({ line }) => line)).toContain('claims.model.name: nothing → tiny-1')
    expect(changesFrom(on, off)).toContainEqual({ weaker: true, line: 'claims.model.name: tiny-1 → nothing' })
  })
})
