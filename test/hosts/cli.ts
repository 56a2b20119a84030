import { resolve } from 'node:path'
import { onTestFailed } from 'vitest'
import { run } from '../../src/process/run.ts'
import { runCli } from '../helpers/cli.ts'

/** Runs `bailiff` in the project, where no person types: in this process, which is cheaper, or as people start it. */
export async function bailiff(
  { project, ledger }: { project: string; ledger: string },
  env: Record<string, string>,
  words: readonly string[],
  as: 'call' | 'program' = 'call',
): Promise<{ exit: number | null; out: string; err: string }> {
  const argv = [...words, '--home', ledger]
  const ran = as === 'call' ? await runCli(argv, env, { cwd: project, hasTerminal: false }) : await start(argv)
  onTestFailed(() => console.log(`bailiff ${words.join(' ')}: ${ran.exit}\n${ran.out}${ran.err}`))
  return ran

  async function start(args: string[]) {
    const { exit, stdout, stderr } = await run(process.execPath, [resolve('dist/bailiff.cjs'), ...args], {
      cwd: project,
      env,
    })
    return { exit, out: String(stdout), err: String(stderr) }
  }
}

/** The same for a command that must succeed; returns its output. */
export async function bailiffDoes(...[place, env, words, as]: Parameters<typeof bailiff>): Promise<string> {
  const { exit, out, err } = await bailiff(place, env, words, as)
  if (exit !== 0) throw new Error(`bailiff ${words.join(' ')} ended with ${exit}: ${out}${err}`)
  return out
}
