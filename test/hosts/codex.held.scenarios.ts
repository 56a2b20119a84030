import { playGated } from './gated.ts'
import { HELD, OVERRULED } from './held.ts'
import { codex } from './hosts/codex.ts'

/** The other hook has no approval. */
const unapproved = ([command = '', ...args]: string[]): string[] => [command, ...(codex.unapproved ?? []), ...args]

playGated(codex, ['--trust'], [...HELD, { ...OVERRULED, args: unapproved }])
