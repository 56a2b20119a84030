import { playGated } from './gated.ts'
import { gemini } from './hosts/gemini.ts'
import { BACKGROUND, WORK } from './work.ts'

playGated(gemini, [], [...WORK, BACKGROUND])
