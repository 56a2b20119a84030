import { minuteInZone } from '../../views/local-time.ts'
import type { LearntPattern } from '../../views/trust-patterns.ts'
import { oneLine, plural } from '../screens/output.ts'
import { words } from './score-screen.ts'

export const sayWeight = (weight: number): string => (weight === 0 ? 'archived' : `at weight ${weight.toFixed(2)}`)

const MAX_ABOUT = 76

/** A learnt pattern, in three lines. */
export const renderPattern = ({ id, about, category, weight, at, callsSinceMatch }: LearntPattern): string =>
  [
    `${id}  ${words(category)}, ${sayWeight(weight)}`,
    `  ${oneLine(about, MAX_ABOUT)}`,
    `  learnt ${minuteInZone(at)}, last match ${ago(callsSinceMatch)}`,
    '',
  ].join('\n')

const ago = (calls: number): string => (calls === 0 ? 'in the latest calls' : `${plural(calls, 'call')} ago`)
