import type { ReplayedCycle } from '../../controller/drivers/replaying.ts'
import { type Colors, plural, printable, table } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { shortId } from './ids.ts'

/** The differences of each cycle. */
export const differenceLines = (cycles: readonly ReplayedCycle[]): string =>
  cycles.map(({ cycle, differences }) => `  cycle ${cycle}\n${listed(differences)}`).join('')

const listed = (differences: readonly string[]): string =>
  differences.map((one) => fill(printable(one), '    ', '      ')).join('')

/** The hash of each cycle's report: recorded, and computed again. */
export function renderReplay(name: string, cycles: readonly ReplayedCycle[], c: Colors): string {
  const differing = cycles.filter(({ differences }) => differences.length > 0)
  const rows = cycles.map(({ cycle, end, recorded, replayed, differences }) => [
    String(cycle).padStart(5),
    end ?? 'not ended',
    recorded === null ? '-' : shortId(recorded),
    replayed === null ? '-' : shortId(replayed),
    differences.length === 0 ? 'same' : plural(differences.length, 'difference'),
  ])
  const [title = '', ...lines] = table([['CYCLE', 'END', 'RECORDED', 'REPLAYED', ''], ...rows])
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
  const sum =
    differing.length === 0
      ? c.green(`✓ ${plural(cycles.length, 'cycle')} of ${printable(name)} replayed without a difference.`)
      : c.red(`✗ Differences in ${differing.length} of ${plural(cycles.length, 'cycle')} of ${printable(name)}:`)
  return `${c.dim(title)}\n${lines.join('\n')}\n${sum}\n${differenceLines(differing)}`
}
