import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedPolicy, parsePolicy } from '../../src/policy/parse.ts'
import type { Policy } from '../../src/policy/policy.ts'
import { tempDir } from './temp.ts'

/** The smallest useful policy. */
export const SMALL = `version: 1
validators:
  tests: npm test
bindings:
  tests_pass: tests
  done: tests
`

export const parseText = (text: string): ParsedPolicy => parsePolicy(Buffer.from(text))

/** Compiles a policy text; throws if it has problems. */
export function policyOf(text: string): Policy {
  const parsed = parseText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.compiled.policy
}

/** `line:column message` of each problem in a text. */
export function problemsOf(text: string | Uint8Array): string[] {
  const parsed = parsePolicy(typeof text === 'string' ? Buffer.from(text) : text)
  return parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

/** A project with a policy file, in a folder that looks like a git repository. */
export function projectWith(text: string, dir = tempDir()): string {
  mkdirSync(join(dir, '.git'), { recursive: true })
  mkdirSync(join(dir, '.bailiff'), { recursive: true })
  writePolicy(dir, text)
  return dir
}

export const writePolicy = (project: string, text: string): void =>
  writeFileSync(join(project, '.bailiff/policy.yaml'), text)
