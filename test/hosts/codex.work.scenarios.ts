import { playGated } from './gated.ts'
import { codex } from './hosts/codex.ts'
import { BACKGROUND, WORK } from './work.ts'

playGated(codex, ['--trust'], [...WORK, BACKGROUND])
