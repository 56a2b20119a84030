import { StringDecoder } from 'node:string_decoder'

/** A line that is being typed. `rest` is what came after its end. */
type Typed = { kind: 'open' | 'entered' | 'stopped'; line: string; rest: string }

/** One key: an escape sequence, such as an arrow key's, or a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send them
const KEY = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|)|./gsu

/** Adds typed characters to a line: Enter ends it; Backspace, Ctrl-U, Ctrl-C and Ctrl-D do what they do elsewhere. */
export function typeInto(before: string, text: string): Typed {
  const keys = text.match(KEY) ?? []
  let line = before
  for (const [i, key] of keys.entries()) {
    const kind = endedBy(key, line)
    if (kind !== null) return { kind, line, rest: keys.slice(i + 1).join('') }
    line = edited(line, key)
  }
  return { kind: 'open', line, rest: '' }
}

function endedBy(key: string, line: string): Typed['kind'] | null {
  if (key === '\r' || key === '\n') return 'entered'
  return key === '\x03' || (key === '\x04' && line === '') ? 'stopped' : null
}

function edited(line: string, key: string): string {
  if (key === '\x7f' || key === '\b') return [...line].slice(0, -1).join('')
  if (key === '\x15') return ''
  return key < ' ' ? line : line + key
}

type Terminal = Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause' | 'unshift'>

/** Reads a line from a terminal without showing it. Null on Ctrl-C and Ctrl-D, or if the terminal was closed. */
export async function readSecret(
  terminal: Terminal,
  say: (text: string) => void,
  question: string,
): Promise<string | null> {
  say(question)
  terminal.setRawMode(true)
  const { kind, line, rest } = await nextLine(terminal)
  terminal.setRawMode(false)
  terminal.pause()
  say('\n')
  // The next question gets what was typed ahead.
  if (rest !== '') terminal.unshift(Buffer.from(rest))
  return kind === 'entered' ? line : null
}

function nextLine(terminal: Terminal): Promise<Typed> {
  const decoder = new StringDecoder('utf8')
  let typed: Typed = { kind: 'open', line: '', rest: '' }
  return new Promise((resolve) => {
    const done = (end: Typed): void => {
      terminal.off('data', hear)
      terminal.off('end', close)
      resolve(end)
    }
    const close = (): void => done({ kind: 'stopped', line: '', rest: '' })
    const hear = (bytes: Buffer): void => {
      typed = typeInto(typed.line, decoder.write(bytes))
      if (typed.kind !== 'open') done(typed)
    }
    terminal.on('data', hear)
    terminal.on('end', close)
    terminal.resume()
  })
}
