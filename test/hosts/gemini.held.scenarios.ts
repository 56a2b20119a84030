import { playGated } from './gated.ts'
import { HELD, OVERRULED } from './held.ts'
import { gemini } from './hosts/gemini.ts'

playGated(gemini, [], [...HELD, OVERRULED])
