import { playGated } from './gated.ts'
import { codex } from './hosts/codex.ts'
import { FAILURE, ROLLBACK, VIOLATION } from './outcomes.ts'

playGated(codex, ['--trust'], [VIOLATION, ROLLBACK, FAILURE])
