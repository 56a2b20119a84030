import { Document, LineCounter, parseDocument, type Scalar, visit, type YAMLMap } from 'yaml'
import type { Json } from '../../ledger/kinds.ts'

/**
 * JSON values as YAML for people, and back without loss: reading a text that `toYaml` wrote gives the same value. Keys are
 * sorted and lines are not folded, so the same value always gives the same text.
 */
export function toYaml(value: Json): string {
  const document = new Document(value, {
    version: '1.2',
    schema: 'core',
    aliasDuplicateObjects: false,
    sortMapEntries: true,
  })
  visit(document, { Scalar: (key, node) => quote(node, key === 'key') })
  return document.toString({ lineWidth: 0, indent: 2 })
}

/** Quotes every string that another form could change: YAML reads line breaks, spaces and some characters in its own way. */
function quote(node: Scalar, isKey: boolean): void {
  if (typeof node.value !== 'string') return
  if (!isKey && isBlock(node.value)) node.type = 'BLOCK_LITERAL'
  else if (!(isKey ? isPlainKey : isPlain)(node.value) || isForeign(node.value)) node.type = 'QUOTE_DOUBLE'
}

const isPlainKey = (text: string): boolean => /^[A-Za-z_][\w.-]*$/.test(text)

/** Printable characters of one line, without spaces at its ends. The library quotes what looks like a number. */
const isPlain = (text: string): boolean => /^[!-~\u00a1-\u167f](?:[ -~\u00a1-\u167f]*[!-~\u00a1-\u167f])?$/.test(text)

/** Strings that programs with YAML 1.1 would read as a boolean, a number, a time or a date. */
const isForeign = (text: string): boolean =>
  /^(?:(?:y|n|yes|no|on|off|=|<<)|[-+]?(?:[\d_:.,]+|0[bx].*)|\d{4}-\d\d?-\d\d?.*)$/i.test(text)

/** Several lines of printable characters. The first one shows how far the block is indented, so it has no space in front. */
const isBlock = (text: string): boolean =>
  /^[^\n ][^\n]*\n/.test(text) && text.split('\n').every((line) => line === '' || isPlain(line.trimStart()))

/** Parses YAML or JSON. Throws if it is not valid. */
export function fromYaml(text: string): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    merge: false,
    // The library compares each key with all others.
    uniqueKeys: false,
    stringKeys: true,
    // It would quote the line of every mistake, of which a long line may have thousands.
    prettyErrors: false,
    logLevel: 'error',
  })
  const [fault] = document.errors
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    throw new Error(`${fault.message} at line ${line}, column ${col}:`)
  }
  visit(document, { Map: (_, map) => requireUnique(map) })
  return document.toJS({ maxAliasCount: 0 })
}

function requireUnique({ items }: YAMLMap): void {
  const keys = new Set(items.map(({ key }) => String(key)))
  if (keys.size < items.length) throw new Error('Map keys must be unique.')
}
