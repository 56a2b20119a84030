import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Host, programOf, TIME_LIMIT_MS, type Turn } from './session.ts'

/** A program that runs from one turn to the next. */
export type Conversation = {
  /** Sends a prompt and waits for the end of its turn. The exit code is 0 while the program runs. */
  ask(prompt: string): Promise<Turn>
  /** Ends the input, and returns the program's exit code. */
  end(): Promise<number | null>
}

export function startConversation(
  host: Host,
  talks: NonNullable<Host['talks']>,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Conversation {
  const child = spawn(programOf(host), talks.args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [printed, onEnd] = ['', () => {}]
  let exit: number | null = 0
  const closed = new Promise<void>((done) => {
    child.on('error', () => (exit = null))
    child.on('close', (code) => {
      exit = code
      onEnd()
      done()
    })
  })
  // It may be gone when the next prompt is sent.
  child.stdin.on('error', () => {})
  child.stderr.on('data', (bytes: Buffer) => {
    printed += bytes
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed += `${line}\n`
    if (talks.ends.test(line)) onEnd()
  })
  const limited = async (act: () => Promise<void>): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
    await act()
    clearTimeout(timer)
  }
  return {
    async ask(prompt) {
      printed = ''
      const ended = new Promise<void>((done) => {
        onEnd = done
      })
      child.stdin.write(`${talks.ask(prompt)}\n`)
      await limited(() => Promise.race([ended, closed]))
      return { exit, printed }
    },
    async end() {
      child.stdin.end()
      await limited(() => closed)
      return exit
    },
  }
}
