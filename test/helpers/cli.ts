import { main } from '../../src/cli/main.ts'

export type Ran = { exit: number; out: string; err: string }

/** Runs a command line in this process and gives back what it printed. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv = {}, color = false): Promise<Ran> {
  const ran = { out: '', err: '' }
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
    env,
    color,
  })
  return { exit, ...ran }
}
