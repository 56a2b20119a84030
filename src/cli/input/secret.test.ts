import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readSecret, typeInto } from './secret.ts'

const DEL = '\x7f'

describe('a line that the terminal does not show', () => {
  it.each([
    ['abc\r', 'abc'],
    ['abc\n', 'abc'],
    [`abx${DEL}c\r`, 'abc'],
    [`${DEL}${DEL}abc\r`, 'abc'],
    ['ab\x15abc\r', 'abc'],
    ['ä€😀\r', 'ä€😀'],
    [`a😀${DEL}b\r`, 'ab'],
    ['a\x1b[D\x1b[3~\x1bOPb\r', 'ab'],
    ['a\x04b\x01\r', 'ab'],
    [' two words \r', ' two words '],
  ])('%j is read as "%s"', (text, line) => {
    expect(typeInto('', text)).toEqual({ kind: 'entered', line, rest: '' })
  })

  it('ends at Ctrl-C, and at Ctrl-D if it is empty', () => {
    expect(typeInto('', 'abc\x03').kind).toBe('stopped')
    expect(typeInto('', '\x04').kind).toBe('stopped')
  })

  it('leaves what was typed ahead', () => {
    expect(typeInto('a', 'b\rnext\r')).toEqual({ kind: 'entered', line: 'ab', rest: 'next\r' })
  })
})

/** A terminal that records whether it was switched to raw mode. */
class Terminal extends PassThrough {
  modes: boolean[] = []

  setRawMode(mode: boolean): this {
    this.modes.push(mode)
    return this
  }
}

function asking() {
  const terminal = new Terminal()
  const said: string[] = []
  const ask = (question: string): Promise<string | null> =>
    // The functions of a terminal that are used here are those of any stream.
    readSecret(terminal as never, (text) => said.push(text), question)
  return { terminal, said, ask }
}

describe('a question', () => {
  it('gets its answer, key by key, and shows nothing of it', async () => {
    const { terminal, said, ask } = asking()
    const answer = ask('Passphrase: ')
    for (const byte of Buffer.from('gehe€m\r')) terminal.write(Buffer.from([byte]))
    expect(await answer).toBe('gehe€m')
    expect(said.join('')).toBe('Passphrase: \n')
    expect(terminal.modes).toEqual([true, false])
  })

  it('leaves the second line of a paste to the next question', async () => {
    const { terminal, ask } = asking()
    terminal.write('first\rsecond\r')
    expect([await ask('1'), await ask('2')]).toEqual(['first', 'second'])
  })

  it('has no answer after Ctrl-C, and the terminal is as it was', async () => {
    const { terminal, ask } = asking()
    const answer = ask('Passphrase: ')
    terminal.write('abc\x03')
    expect(await answer).toBe(null)
    expect(terminal.modes).toEqual([true, false])
  })

  it('has no answer if the terminal is closed', async () => {
    const { terminal, ask } = asking()
    const answer = ask('Passphrase: ')
    terminal.end('abc')
    expect(await answer).toBe(null)
  })
})
