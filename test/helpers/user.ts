import { spawnSync } from 'node:child_process'

export const isRoot: boolean = process.getuid?.() === 0

/** Root ignores file modes. Without these two capabilities it respects them. */
const DROPPED = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
const [dropper = '', ...droppings] = DROPPED

const canBeBound: boolean = !isRoot || spawnSync(dropper, [...droppings, 'true']).status === 0

/** The prefix that makes a command respect file modes, even as root; null if that is impossible. */
export const BOUND: readonly string[] | null = canBeBound ? (isRoot ? DROPPED : []) : null
export const unbound: string = canBeBound
  ? ''
  : ' — SKIPPED: root ignores file modes here, and setpriv cannot change that'
