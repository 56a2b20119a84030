import type { z } from 'zod'
import type { Document, Problem } from './document.ts'
import { unknownWord } from './suggest.ts'

type Issue = z.core.$ZodIssue

/** Turns schema issues into plain messages with their position in the file. */
export const toProblems = (issues: readonly Issue[], document: Document): Problem[] =>
  issues.flatMap((issue) => told(issue, [], document)).sort((a, b) => a.line - b.line || a.column - b.column)

function told(issue: Issue, above: readonly PropertyKey[], document: Document): Problem[] {
  const path = [...above, ...issue.path]
  const problem = (message: string, at = path, part: 'key' | 'value' = 'value'): Problem[] => [
    { ...document.placeOf(at, part), message: `${where(at)}${message}` },
  ]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.message.split('\n').flatMap((line, i) => problem(line, [...path, issue.keys[i] ?? ''], 'key'))
    case 'invalid_union':
      return ofUnion(issue, path, document)
    case 'invalid_key':
      return problem(capital(issue.issues[0]?.message ?? issue.message), path, 'key')
    case 'invalid_value':
      return problem(ofValue(issue.values.map(String), valueAt(document, path)))
    case 'invalid_type':
      return problem(ofType(String(issue.expected), valueAt(document, path)), path, 'key')
    case 'too_small':
      return problem(
        `Too ${issue.origin === 'number' || issue.origin === 'int' ? 'small' : 'short'}: at least ${issue.minimum}.`,
      )
    case 'too_big':
      return problem(
        `Too ${issue.origin === 'number' || issue.origin === 'int' ? 'large' : 'long'}: at most ${issue.maximum}.`,
      )
    default:
      return problem(capital(issue.message))
  }
}

/** Reports the problems of the form that was probably meant: the one whose type matches the value. */
function ofUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: readonly PropertyKey[],
  document: Document,
): Problem[] {
  if ('options' in issue && Array.isArray(issue.options)) {
    const value = valueAt(document, path)
    const message =
      value === undefined
        ? `This field is required. Use one of: ${issue.options.join(', ')}.`
        : ofValue(issue.options.map(String), value)
    return [{ ...document.placeOf(path, 'value'), message: `${where(path)}${message}` }]
  }
  const fitting = issue.errors.filter((errors) => !errors.some(isOutline))
  // A misspelt key matches no form; the form with the fewest issues was probably meant.
  const meant = fitting.sort((a, b) => a.length - b.length)[0]
  if (meant !== undefined) return meant.flatMap((one) => told(one, path, document))
  const expected = [...new Set(outlines(issue))].join(' or ')
  return [
    {
      ...document.placeOf(path, 'key'),
      message: `${where(path)}${ofType(expected, valueAt(document, path))}`,
    },
  ]
}

function outlines(issue: Issue): string[] {
  if (issue.code === 'invalid_type') return [String(issue.expected)]
  return issue.code === 'invalid_union' ? issue.errors.flat().filter(isOutline).flatMap(outlines) : []
}

/** True if the type of the value itself is wrong, such as a list instead of text. */
const isOutline = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    (issue.code === 'invalid_union' &&
      issue.errors.length > 0 &&
      issue.errors.every((errors) => errors.some(isOutline))))

const NAMES: { [type: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields',
  record: 'named fields',
}

const plain = (expected: string): string =>
  expected
    .split(' or ')
    .map((type) => NAMES[type] ?? type)
    .join(' or ')

function ofType(expected: string, value: unknown): string {
  if (value === undefined) return 'This field is required.'
  return `Expected ${plain(expected)}, found ${kindOf(value)}.`
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'fields'
  return typeof value === 'string' ? `the text "${value.slice(0, 40)}"` : `${value}`
}

function ofValue(known: readonly string[], value: unknown): string {
  if (value === undefined) return 'This field is required.'
  return typeof value === 'string'
    ? unknownWord('value', value, known)
    : `Expected ${known.join(' or ')}, found ${kindOf(value)}.`
}

function valueAt({ value }: Document, path: readonly PropertyKey[]): unknown {
  let at: unknown = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as { [key: PropertyKey]: unknown })[key]
  }
  return at
}

const where = (path: readonly PropertyKey[]): string => (path.length === 0 ? '' : `${path.map(String).join('.')}: `)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
