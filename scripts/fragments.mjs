/** Parts of texts that readers look for, taken from their sources. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import fc from 'fast-check'
import ts from 'typescript'

/** What any reader of text may stumble over. */
const COMMON = [
  ...' \n\t\r\u00a0\u2028a1A_$"\'`()[]{}<>,;:.!?/\\|&#-=*+@%^~é中😀\u001b\u0000\ufeff',
  ...[
    '\r\n',
    '\n\n',
    ' \n',
    '\n ',
    '//',
    '/*',
    '*/',
    '$',
    '{',
    '"""',
    '``',
    '=>',
    ' a',
    'a ',
    'ab',
    '1 ',
    ', ',
    '- ',
    '\\\\',
    '../',
    '<!--',
  ],
]

const MAX_CHARS = 60
const SAMPLES = 2

/** The strings in these files and folders, and texts that their patterns match. */
export function fragmentsOf(paths, seed) {
  const found = new Set(COMMON)
  for (const file of filesOf(paths)) for (const one of fragmentsIn(file, seed)) found.add(one.slice(0, MAX_CHARS))
  found.delete('')
  return [...found]
}

/** The files, those in the folders, and what they import from the same room. */
function filesOf(paths) {
  const files = new Set()
  const add = (path, room) => {
    if (files.has(path) || !existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) add(join(path, name), room)
    else if (/(?<!\.test)\.ts$/.test(path) && path.startsWith(room)) {
      files.add(path)
      for (const [, from] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g))
        add(relative('', resolve(dirname(path), from)), room)
    }
  }
  for (const path of paths) add(path, path.split('/', 2).join('/'))
  return files
}

function fragmentsIn(path, seed) {
  const found = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isRegularExpressionLiteral(node)) found.push(...fragmentsOfPattern(node.text, seed))
    else if (ts.isStringLiteralLike(node)) found.push(...fragmentsOfString(node.text))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** A long string is a list of words, or a pattern. */
function fragmentsOfString(text) {
  return text.length <= MAX_CHARS ? [text] : text.split(/[\s|]+/).slice(0, 40)
}

function fragmentsOfPattern(literal, seed) {
  const end = literal.lastIndexOf('/')
  const source = literal.slice(1, end)
  const words = source.split(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]+/).filter((word) => word.length > 1)
  return [...words, ...samplesOf(source, literal.slice(end + 1), seed)]
}

function samplesOf(source, flags, seed) {
  try {
    const pattern = new RegExp(source, flags.replace(/[^u]/g, ''))
    return fc.sample(fc.stringMatching(pattern, { size: 'xsmall' }), { numRuns: SAMPLES, seed })
  } catch {
    // Not every pattern can be turned into texts.
    return []
  }
}
