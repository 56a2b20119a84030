import { resolve } from 'node:path'
import type { Io } from '../../src/cli/command.ts'
import { main } from '../../src/cli/main.ts'

export type Ran = { exit: number; out: string; err: string }

/** Runs a command line in this process and gives back what it printed. Nobody is there to be asked, unless said so. */
export async function runCli(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  more: Partial<Pick<Io, 'cwd' | 'ask'>> = {},
): Promise<Ran> {
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
    color: false,
    cwd: process.cwd(),
    ask: async () => null,
    program: resolve('dist'),
    ...more,
  })
  return { exit, ...ran }
}
