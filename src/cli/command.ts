import type { Ancestor } from '../process/ancestors.ts'

/** What a command sees of the world, so that it runs the same in a test as in a terminal. */
export type Io = {
  out(text: string): void
  err(text: string): void
  /** Raw bytes to standard output, for artifacts. */
  raw(bytes: Uint8Array): void
  env: NodeJS.ProcessEnv
  /** All of standard input. */
  input(): string
  /** Standard input as it comes, until it ends or the person wants it to stop, and standard output with its pace. */
  talk(): { input: AsyncIterable<Uint8Array>; write(text: string): Promise<void> }
  color: boolean
  /** How wide the terminal is; null where standard output is none. */
  columns: number | null
  cwd: string
  /** Asks the person at the terminal; null where there is no terminal, or they went away. */
  ask(question: string): Promise<string | null>
  /** Aborts when the person wants it to stop; until it is called, the system does what it always does then. */
  stopped(): AbortSignal
  /** The processes that this one was started from, the nearest first, as far as the system tells. */
  ancestors(): readonly Ancestor[]
  /** Whether a terminal controls this process. */
  hasTerminal(): boolean
  /** The folder of the built package, where the program is that hosts start. */
  program: string
}

/** `value` names what a string option takes; without it the option is a switch. */
export type Option = { value?: string; help: string }

export type Args = {
  words: string[]
  has(name: string): boolean
  get(name: string): string | undefined
  /** `--home`, `$BAILIFF_HOME`, or the default. */
  home: string
  json: boolean
}

/** Fine; blocked, unearned or broken evidence; refused; error. */
export const EXIT = { fine: 0, error: 1, broken: 2, refused: 3 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

export type Command = {
  name: string
  summary: string
  /** What follows the name, for `--help`. */
  usage: string
  /** How many words may follow the name, and what they are. */
  words: { min: number; max: number; names: string }
  details?: string
  example: string
  options: { readonly [name: string]: Option }
  run(args: Args, io: Io): Promise<Exit>
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}

/** A file named on the command line that cannot be read or written. */
export class FileError extends Error {
  readonly code = 'FILE_UNUSABLE'
}

/** What may not be done, by whoever asks for it here. */
export class RefusedError extends Error {
  readonly code: 'PERSON_ONLY' | 'NOT_CONFIRMED' | 'NO_OPEN_TURN' | 'SEVERAL_SESSIONS'

  constructor(code: RefusedError['code'], message: string) {
    super(message)
    this.code = code
  }
}
