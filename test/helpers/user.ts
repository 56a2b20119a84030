import { spawnSync } from 'node:child_process'

export const isRoot: boolean = process.getuid?.() === 0

/** Root reads and writes whatever the modes of files say. Without these two capabilities it does not. */
const DROPPED = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
const [dropper = '', ...droppings] = DROPPED

const canBeBound: boolean = !isRoot || spawnSync(dropper, [...droppings, 'true']).status === 0

/** What to put before a command line so that it is bound by the modes of files, whoever runs it; null where that cannot be. */
export const BOUND: readonly string[] | null = canBeBound ? (isRoot ? DROPPED : []) : null
export const unbound: string = canBeBound
  ? ''
  : ' — SKIPPED: modes do not bind root here, and setpriv cannot change that'
