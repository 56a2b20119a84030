import { main } from '../../src/cli/main.ts'

export type Ran = { exit: number; out: string; err: string }

/** Who sits at the terminal, what started us and whether it has colours; by default nobody and nothing, whoever runs the tests. */
export type Around = { answer?: string; ancestors?: readonly (readonly string[])[]; color?: boolean }

/** Runs a command line in this process and gives back what it printed. */
export async function runCli(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { answer, ancestors = [], color = false }: Around = {},
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
    color,
    ask: async () => answer ?? null,
    ancestors: () => ancestors,
  })
  return { exit, ...ran }
}
