import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type Io, StoppedError } from '../../src/cli/command.ts'
import { main } from '../../src/cli/main.ts'

export type Ran = { exit: number; out: string; err: string }

/** The terminal, its user and the parent processes. The defaults do not depend on who runs the tests. */
export type Around = {
  /** The answers a person types at questions; one answer for all, or one after the other. Ctrl-C is "\\x03". */
  answer?: string | readonly string[]
  /** The answers a person types at questions that do not show them, one after the other. */
  secrets?: readonly string[]
  asked?: string[]
  /** The key that the person presses as soon as keys are heard. */
  key?: string
  /** The command lines of the parent processes, nearest first. */
  ancestors?: readonly string[][]
  cwd?: string
  color?: boolean
  columns?: number
  signal?: AbortSignal
  hasTerminal?: boolean
  input?: string
  /** The other side of a command that answers as it reads; without it, all of the input comes at once. */
  talk?: ReturnType<Io['talk']>
  /** The folder of the built package. */
  program?: string
}

/** Text without the line breaks and indents that a screen adds. */
export const unwrapped = (text: string): string => text.replace(/\s+/g, ' ')

/** Runs a command line in this process and returns its output. */
export async function runCli(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  {
    answer,
    secrets = [],
    asked = [],
    key,
    ancestors = [],
    cwd = process.cwd(),
    color = false,
    columns,
    signal,
    hasTerminal = true,
    input = '',
    talk,
    program = resolve('dist'),
  }: Around = {},
): Promise<Ran> {
  const ran = { out: '', err: '' }
  const typed = [...secrets]
  const answers = typeof answer === 'string' ? null : [...(answer ?? [])]
  const exit = await main(argv, {
    out: (text) => {
      ran.out += text
    },
    err: (text) => {
      ran.err += text
    },
    raw: (bytes) => {
      ran.out += Buffer.from(bytes).toString('latin1')
    },
    input: () => input,
    talk: () =>
      talk ?? {
        input: Readable.from([Buffer.from(input)]),
        write: async (text) => {
          ran.out += text
        },
      },
    env,
    color,
    columns: columns ?? null,
    cwd,
    ask: async (question) => {
      asked.push(question)
      const next = answers === null ? (answer as string) : (answers.shift() ?? null)
      if (next === '\x03') throw new StoppedError()
      return next
    },
    secret: async (question) => {
      asked.push(question)
      return typed.shift() ?? null
    },
    keys: (onKey) => {
      if (key === undefined) return null
      setImmediate(() => onKey(key))
      return () => {}
    },
    stopped: () => signal ?? new AbortController().signal,
    hasTerminal: () => hasTerminal,
    ancestors: () => ancestors.map((argv) => ({ pid: 0, start: '', argv })),
    program,
  })
  return { exit, ...ran }
}
