import type { Body, Fact } from '../../gate/facts.ts'
import { type Masks, POSTURES } from '../../gate/masks.ts'
import type { RunState } from '../../gate/state.ts'
import type { Verdict } from '../../gate/verdict.ts'
import { type Colors, oneLine, plural } from '../screens/output.ts'
import { timeSpan } from '../screens/story/teller.ts'
import { SCREEN_WIDTH as WIDTH } from '../screens/width.ts'

/** A run for people, line by line, live and afterwards. */

const NUMBER_WIDTH = 4
const ACTION_WIDTH = 20
const MAX_WHY = 30
const MORE = ' '.repeat(NUMBER_WIDTH + 2)
/** Room for the arrow, the colon, spaces, and the seq of the entry with the output. */
const SEQ_ROOM = 16

/** The lines that a fact adds, given the run before and after it. */
export function linesOf(
  { fact, before, state }: { fact: Fact; before: RunState; state: RunState },
  c: Colors,
): string[] {
  switch (fact.kind) {
    case 'observation.made':
      return changesOf(before.masks, state.masks).map((change) => `${MORE}${c.cyan(`· ${change}`)}`)
    case 'step.malformed':
      return [`${MORE}${c.dim(`· invalid step: ${oneLine(fact.body.why, WIDTH - MORE.length - 16)}`)}`]
    case 'action.denied':
      return [`${MORE}${c.red(`· denied: ${oneLine(fact.body.why, WIDTH - MORE.length - 10)}`)}`]
    case 'verdict.given':
      return [stepLine(fact.body, state.proposed?.action.type ?? '(no step)', c)]
    case 'action.executed':
      return [`${MORE}→ ${executed(fact.body, c)}`]
    case 'action.interrupted':
      return [`${MORE}→ ${c.yellow('interrupted')}`]
    case 'run.opened':
    case 'step.proposed':
    case 'run.ended':
      return []
  }
}

const PAINT: Readonly<Record<Verdict, 'green' | 'red' | 'yellow'>> = {
  ALLOW: 'green',
  BLOCK: 'red',
  CONTINUE: 'yellow',
  TERMINATE: 'green',
}

function stepLine({ step, verdict, code }: Body<'verdict.given'>, action: string, c: Colors): string {
  const why = verdict === 'BLOCK' || verdict === 'CONTINUE' ? `  ${code}` : ''
  const number = String(step).padStart(NUMBER_WIDTH)
  return `${number}  ${oneLine(action, ACTION_WIDTH).padEnd(ACTION_WIDTH)}  ${c[PAINT[verdict]](verdict)}${why}`
}

function executed({ command, success, exit, output_summary }: Body<'action.executed'>, c: Colors): string {
  const ended = exit === null ? (success ? 'done' : 'failed') : `exit ${exit}`
  const said = success ? '' : (output_summary.trim().split('\n').at(-1) ?? '')
  const what = oneLine(command ?? 'nothing', WIDTH / 2)
  const tail =
    said === '' ? '' : c.dim(`  ${oneLine(said, WIDTH - MORE.length - what.length - ended.length - SEQ_ROOM)}`)
  return `${what}: ${success ? ended : c.red(ended)}${tail}`
}

/** The changes that an observation made, in words. */
function changesOf(before: Masks, { affordances, evidence, posture_admissible }: Masks): string[] {
  const gone = POSTURES.filter((posture) => before.posture_admissible[posture] && !posture_admissible[posture])
  const moved = Object.entries(affordances).filter(([name, seen]) => before.affordances[name] !== seen)
  return [
    ...(before.evidence === evidence ? [] : [`evidence: ${evidence}`]),
    ...moved.map(([name, seen]) => `${name}: ${seen}`),
    ...gone.map((posture) => `ruled out: ${posture}`),
  ]
}

/** The masks in one line. */
export function masksLine({ affordances, evidence, posture_admissible }: Masks): string {
  const left = POSTURES.filter((posture) => posture_admissible[posture])
  const known = Object.entries(affordances).map(([name, seen]) => `${name} ${seen}`)
  return [`evidence ${evidence}`, `left: ${left.join(', ') || 'nothing'}`, ...known].join(' · ')
}

/** The end of a run, in one line. */
export function endLine({ outcome, code, posture, steps, elapsedMs, why }: Body<'run.ended'>, c: Colors): string {
  const spent = `${plural(steps, 'step')}, ${timeSpan(elapsedMs)}`
  if (outcome === 'earned') return c.green(`✓ earned: ${posture}. ${spent}.`)
  return c.red(`✗ not earned: ${outcome} (${code}${why === null ? '' : `: ${oneLine(why, MAX_WHY)}`}). ${spent}.`)
}
