import { playGated } from './gated.ts'
import { gemini } from './hosts/gemini.ts'
import { FAILURE, ROLLBACK, VIOLATION } from './outcomes.ts'

playGated(gemini, [], [VIOLATION, ROLLBACK, FAILURE])
