import type { Call } from '../call.ts'
import { all, isDigit, isLetter, isNamePart } from './chars.ts'
import { fullName, isWrapper, kindOf } from './programs.ts'
import { textOf } from './text.ts'
import { tokensOf } from './tokens.ts'
import { classOf, partsOf } from './words.ts'

/** One call, read once: all views are made of it. */
export type Reading = {
  text: string
  /** Words and operators as written, in lower case. */
  words: readonly string[]
  /** The same with changing words replaced by their classes. */
  classes: readonly string[]
  /** Commands, flags, operators and sensitive places only. */
  skeleton: readonly string[]
  /** The kinds of programs and places, in order. */
  kinds: readonly string[]
  /** Commands with their flags, places and neighbours in a pipeline, wherever those stand. */
  pairs: readonly string[]
  /** The parts of compound names. */
  parts: readonly string[]
}

/** After these operators no command begins. */
const NO_START = new Set(['>', '>>', '<', '<<', '<<<', ')', '}', '>&', '&>'])
/** Operators that say where data goes. */
const FLOW = new Set(['|', '>', '>>', '<', '<<', '$(', '`', '<(', '&&', '||'])

/** Classes that belong in the skeleton: a command that touches them is a different command. */
const SENSITIVE = [
  ...['path:shadow', 'path:secret', 'path:sudoers', 'path:startup', 'path:system-log', 'path:history', 'path:keys'],
  ...['path:accounts', 'path:memory', 'path:dotenv', 'device:net', 'device:disk', 'device:shm', 'registry:startup'],
  ...['registry:security', 'mode:', 'encoded', 'escapes', 'ip:metadata', 'url:raw', 'url:drop', 'url:metadata'],
  ...['url:net', 'shell-path'],
]
const WHOLE = new Set(['path:/', 'path:~', 'path:/*', 'path:~/*'])
const PLACES = ['path:', 'url:', 'ip:', 'device:', 'registry:', 'file:', 'mail', 'remote']

const startsWithAny = (word: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => word.startsWith(beginning))

/** Reads a call. Never fails, whatever the text. */
export function readCall(call: Call): Reading {
  const reader = new Reader(call)
  for (const token of tokensOf(reader.text, reader.isWindows)) {
    if (token.kind === 'operator') reader.operator(token.text)
    else reader.word(token.text)
  }
  return reader
}

class Reader implements Reading {
  readonly text: string
  readonly words: string[] = []
  readonly classes: string[] = []
  readonly skeleton: string[] = []
  readonly kinds: string[] = []
  readonly pairs: string[] = []
  readonly parts: string[] = []
  readonly isWindows: boolean
  readonly #isShell: boolean
  /** True if the next word is a command. */
  #isStart = true
  #command = ''
  /** The command whose output the next command reads. */
  #before = ''

  constructor(call: Call) {
    this.text = textOf(call)
    const tool = call.tool.toLowerCase().slice(0, 80)
    this.#isShell = call.command !== null
    this.isWindows = tool === 'powershell' || tool === 'cmd'
    this.words.push(this.#isShell ? (this.isWindows ? tool : 'bash') : tool)
    if (this.#isShell) this.skeleton.push(this.isWindows ? 'shell:windows' : 'shell')
    else this.#startTool(tool)
  }

  #startTool(tool: string): void {
    const name = tool.startsWith('mcp__') ? `mcp ${tool.slice(tool.lastIndexOf('__') + 2)}` : tool
    const short = `tool:${tool.slice(0, 5)}`
    this.classes.push(`tool:${name}`)
    this.skeleton.push(`tool:${tool}`)
    this.kinds.push(short)
    this.#command = short
  }

  operator(operator: string): void {
    this.words.push(operator)
    this.classes.push(operator)
    this.skeleton.push(operator)
    if (FLOW.has(operator)) this.kinds.push(operator)
    this.#isStart = !NO_START.has(operator)
    if (operator === '|') this.#before = this.#command
    else if (this.#isStart) this.#before = ''
  }

  word(word: string): void {
    this.words.push(word.toLowerCase())
    for (const part of partsOf(word)) this.parts.push(part)
    if (this.#isStart && this.#isShell) this.#start(word)
    else this.#argument(word)
  }

  #start(word: string): void {
    if (isAssignment(word)) {
      this.classes.push(classOf(word))
      this.skeleton.push('assign')
      // `$x` is the start of a PowerShell expression; `X=1` may precede a command.
      this.#isStart = word.charAt(0) !== '$'
      return
    }
    const name = nameOf(word)
    const kind = kindOf(name)
    if (isPath(word)) this.classes.push(`run:${classOf(word)}`)
    this.classes.push(name)
    this.skeleton.push(name)
    this.kinds.push(kind ?? 'other')
    if (isWrapper(this.#command)) this.pairs.push(`${this.#command}>${kind ?? name}`)
    if (this.#before !== '') {
      this.pairs.push(`${this.#before}|${name}`, `${kindOf(this.#before) ?? this.#before}|${kind ?? name}`)
      this.#before = ''
    }
    this.#command = name
    this.#isStart = isWrapper(name)
  }

  #argument(word: string): void {
    const named = classOf(word)
    this.classes.push(named)
    const mark = this.#markOf(word, named)
    if (mark !== null) {
      this.skeleton.push(mark)
      this.#pair(mark)
    } else if (startsWithAny(named, PLACES)) {
      const place = named.split(':', 2).join(':')
      this.kinds.push(place)
      this.pairs.push(`${kindOf(this.#command) ?? this.#command}+${place}`)
    } else if (!named.startsWith('number')) {
      this.pairs.push(`${this.#command}+${named}`)
    }
    if (isBundle(word)) for (const letter of word.slice(1)) this.pairs.push(`${this.#command}+-${letter}`)
  }

  #pair(mark: string): void {
    this.pairs.push(`${this.#command}+${mark}`)
    const kind = kindOf(this.#command)
    if (kind !== null) this.pairs.push(`${kind}+${mark}`)
  }

  /** The skeleton's name for an argument; null if it does not belong in the skeleton. */
  #markOf(word: string, named: string): string | null {
    const lower = word.toLowerCase()
    const kind = kindOf(lower) ?? kindOf(nameOf(word))
    if (word.endsWith('(')) {
      if (kind !== null) this.kinds.push(kind)
      return lower
    }
    if (word.charAt(0) === '-') return flagOf(named, '=')
    if (this.isWindows && isSlashFlag(word)) return flagOf(lower, ':')
    if (kind === 'shell' || kind === 'interpreter' || kind === 'fetch' || kind === 'connect' || lower === 'rm') {
      this.kinds.push(`argument:${kind}`)
      return `argument:${kind}`
    }
    if (!this.#isShell && word.endsWith('=')) return lower
    if (!startsWithAny(named, SENSITIVE) && !WHOLE.has(named)) return null
    this.kinds.push(`@${named}`)
    return `@${named}`
  }
}

/** The name of a program without its folder. */
function nameOf(word: string): string {
  const lower = word.toLowerCase()
  const name = lower.slice(Math.max(lower.lastIndexOf('/'), lower.lastIndexOf('\\')) + 1)
  if (name === '' || name === '~') return classOf(word)
  return fullName(name.endsWith('.exe') ? name.slice(0, -4) : name).slice(0, 40)
}

const isPath = (word: string): boolean =>
  '/\\~.'.includes(word.charAt(0)) || (word.charAt(1) === ':' && word.length > 2)

/** `NAME=…`, or a PowerShell variable alone. */
function isAssignment(word: string): boolean {
  if (word.startsWith('$')) return all(word, isNamePart, 1)
  const end = word.indexOf('=')
  return end > 0 && !isDigit(word.charAt(0)) && all(word, isNamePart, 0, end)
}

/** Short flags written together, as in `-rf`. */
const isBundle = (word: string): boolean =>
  word.length > 2 && word.length < 6 && word.startsWith('-') && all(word, isLetter, 1)

const MAX_SLASH_FLAG = 13

/** `/f` or `/format:list`. */
function isSlashFlag(word: string): boolean {
  if (!word.startsWith('/')) return false
  const colon = word.indexOf(':')
  const end = colon < 0 ? word.length : colon
  return end <= MAX_SLASH_FLAG && all(word, (char) => isLetter(char) || char === '?', 1, end)
}

/** A flag without its value. */
const flagOf = (flag: string, sign: string): string => {
  const at = flag.indexOf(sign)
  return at < 0 ? flag : flag.slice(0, at + 1)
}
