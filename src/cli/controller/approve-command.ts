import type { CycleView } from '../../views/cycle-view.ts'
import type { Args } from '../command.ts'
import { homeOption, shellWord } from './ids.ts'

/** The command that approves exactly this plan. */
export function approveCommand({ plan }: CycleView, args: Args): string {
  const words = ['bailiff controller run', shellWord(args.words[0] ?? ''), '--approve', plan?.plan_id ?? '']
  for (const name of ['name', 'agents', 'out']) {
    const value = args.get(name)
    if (value !== undefined) words.push(`--${name}`, shellWord(value))
  }
  return `${words.join(' ')}${homeOption(args)}`
}
