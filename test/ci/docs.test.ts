import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CI_ERRORS } from '../../src/ci/errors.ts'
import { HELD_CODES } from '../../src/ci/ruling.ts'
import { ci } from '../../src/cli/commands/ci.ts'

const read = (name: string): string => readFileSync(resolve(import.meta.dirname, '../../docs', name), 'utf8')

describe('the documents about pull requests', () => {
  it('list every error and every code with which a pull request is held', () => {
    const rows = `${read('errors.md')}${read('ci.md')}`
    const codes = [...Object.keys(CI_ERRORS), ...HELD_CODES]
    expect(codes.filter((code) => !rows.includes(`\n| \`${code}\` |`))).toEqual([])
  })

  it('name every option', () => {
    const text = read('ci.md')
    expect(Object.keys(ci.options).filter((name) => !text.includes(`--${name}`))).toEqual([])
  })
})
