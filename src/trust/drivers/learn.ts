import { appendSync } from '../../ledger/stores/files/append.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { readAdmin } from '../admin/drivers/read.ts'
import { type CallsCounted, trustDraft } from '../facts.ts'
import { Lessons } from '../learning/lessons.ts'
import { Comparison } from '../learning/near.ts'
import { commandedRecalibration } from '../learning/recalibrate.ts'
import { recordingOf } from '../learning/recording.ts'
import type { Seen } from '../learning/seen.ts'
import type { Pack } from '../pack/format.ts'
import type { Parameters } from '../parameters.ts'
import { outcomeKey, type TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'
import { currentState, refresh } from './snapshot.ts'

/** A signed command to recalibrate. With `since`, what was learnt from then on is forgotten. */
type RecalibrationCommand = { command: string; since: string | null }

/** The inputs of learning besides the stream: the administrator's settings and commands. */
export type Settings = { parameters: Parameters; commands: readonly RecalibrationCommand[] }

/** Reads the administrator's settings. Never throws: without usable ones the defaults apply. */
export function settingsIn(home: Readable): Settings {
  const { parameters, recalibrations } = readAdmin(home).state
  return {
    parameters,
    commands: recalibrations.map(({ command }) => ({ command: command.signature, since: command.command.since })),
  }
}

/**
 * Records what was seen and what follows from it, in one append. If the process is killed, entries from some point on are
 * missing; telling the same again makes up for them. Loads the pack only if there is something to learn.
 */
export function learn(home: Home, project: string, packOf: () => Pack, settings: Settings, seen: Seen): void {
  const { parameters, commands } = settings
  const state = currentState(home, project)
  const lessons = new Lessons(state, parameters, home.now().toISOString())
  for (const one of commands)
    if (!lessons.state.commands.includes(one.command))
      lessons.add({ kind: 'store.recalibrated', body: commandedRecalibration(lessons.state, parameters, one) })
  if (seen.count !== null) {
    const matched = seen.count.matched.filter((id) => Object.hasOwn(state.patterns, id))
    const count = { ...seen.count, matched }
    if (!isCounted(count, state)) lessons.count(count)
  }
  const known = new Set(state.outcomes.map(({ key }) => key))
  const fresh = seen.outcomes.filter((one) => !known.has(outcomeKey(one)))
  if (fresh.length > 0) {
    const pack = packOf()
    const comparison = new Comparison(pack.space)
    for (const { call, ...one } of fresh) {
      const { kept, categories, riskWith } = recordingOf(call, pack)
      lessons.observe({ ...one, call: kept, categories, packScore: riskWith(null, parameters).score }, comparison)
    }
  }
  lessons.recalibrate()
  if (lessons.facts.length > 0) appendSync(home, trustStream(project), lessons.facts.map(trustDraft))
  refresh(home, project, packOf, parameters)
}

/** True if the turn was counted before, and nothing has happened in it since. */
const isCounted = ({ stream, turn, scored, above, ran, matched }: CallsCounted, { counts }: TrustState): boolean =>
  counts.some(
    (one) =>
      one.stream === stream &&
      one.turn === turn &&
      one.scored === scored &&
      one.above === above &&
      one.ran.length + one.harmful.length >= ran.length &&
      matched.every((id) => one.matched.includes(id)),
  )
