import { playGated } from './gated.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { FAILURE, ROLLBACK, VIOLATION } from './outcomes.ts'

playGated(claudeCode, [], [VIOLATION, ROLLBACK, FAILURE])
