import type { Ancestor } from '../process/ancestors.ts'

/** A command's access to the world, so that it runs the same in a test as in a terminal. */
export type Io = {
  out(text: string): void
  err(text: string): void
  /** Raw bytes to standard output, for artifacts. */
  raw(bytes: Uint8Array): void
  env: NodeJS.ProcessEnv
  /** All of standard input. */
  input(): string
  /** Standard input as a stream, until it ends or the person stops it, and standard output with back pressure. */
  talk(): { input: AsyncIterable<Uint8Array>; write(text: string): Promise<void> }
  color: boolean
  /** The width of the terminal; null if standard output is not a terminal. */
  columns: number | null
  cwd: string
  /** Asks the person at the terminal; null if there is no terminal. Throws `StoppedError` on Ctrl-C and Ctrl-D. */
  ask(question: string): Promise<string | null>
  /** Asks for a line that the terminal does not show; as for `ask`. */
  secret(question: string): Promise<string | null>
  /** Calls back for each key the person presses, until the returned function is called; null as for `ask`. */
  keys(onKey: (key: string) => void): (() => void) | null
  /** Aborts on Ctrl-C or a kill. Until the first call, signals keep their default effect. */
  stopped(): AbortSignal
  /** The processes above this one, the nearest first, as far as the system shows them. */
  ancestors(): readonly Ancestor[]
  /** True if this process has a controlling terminal. */
  hasTerminal(): boolean
  /** The folder of the built package, with the program that hosts start. */
  program: string
}

/** `value` names the value of a string option; without it the option is a switch. */
export type Option = { value?: string; help: string; isRepeatable?: true }

export type Args = {
  words: string[]
  has(name: string): boolean
  get(name: string): string | undefined
  /** The values of a repeatable option, in order. */
  all(name: string): string[]
  /** `--home`, `$BAILIFF_HOME`, or the default. */
  home: string
  json: boolean
}

/** Exit codes. `broken` also means blocked or not earned; `stopped` is what shells give a program that Ctrl-C ended. */
export const EXIT = { fine: 0, error: 1, broken: 2, refused: 3, stopped: 130 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

export type Command = {
  name: string
  summary: string
  /** The rest of the usage line, after the name. */
  usage: string
  /** The number of arguments after the name, and their names. */
  words: { min: number; max: number; names: string }
  details?: string
  example: string
  options: { readonly [name: string]: Option }
  run(args: Args, io: Io): Promise<Exit>
}

/** The command line is invalid. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}

/** A file named on the command line cannot be read or written. */
export class FileError extends Error {
  readonly code = 'FILE_UNUSABLE'
}

/** The evidence was altered. */
export class BrokenEvidence extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The person stopped the command at a question or during a check, before it changed anything. */
export class StoppedError extends Error {
  readonly code = 'STOPPED'

  constructor() {
    super('Stopped. Nothing was changed.')
  }
}

/** The caller may not do this. */
export class RefusedError extends Error {
  readonly code:
    | 'PERSON_ONLY'
    | 'NOT_CONFIRMED'
    | 'NO_OPEN_TURN'
    | 'SEVERAL_SESSIONS'
    | 'NO_POLICY'
    | 'NOT_BOUND'
    | 'RUN_DENIED'

  constructor(code: RefusedError['code'], message: string) {
    super(message)
    this.code = code
  }
}
