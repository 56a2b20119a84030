import { describe, it } from 'vitest'
import { type Expected, expectOnRecord } from './expect.ts'
import { partOf } from './part.ts'
import { together } from './scenarios.ts'
import { type Host, isInstalled, type Parts, playSession, type Scenario, type Session } from './session.ts'

/** A scenario, and its expected record with one host. */
export type Row = { it: string; plays: Scenario; leaves: Expected }

/** Runs every row of a host's table. One session has the calls of all rows that are nothing but calls. */
export function play(host: Host, table: readonly Row[]): void {
  const all = table.flatMap(({ plays }) => plays.parts ?? [])
  let shared: Promise<Session> | undefined
  const session = async (plays: Scenario): Promise<Session> => {
    if (plays.parts === undefined) return playSession(host, plays)
    shared ??= playSession(host, together(all))
    return partOf(await shared, all, plays.parts[0] as Parts)
  }
  describe(host.name, () => {
    for (const { it: name, plays, leaves } of table)
      it.skipIf(plays.starts && !isInstalled(plays.starts))(name, async () =>
        expectOnRecord(await session(plays), leaves),
      )
  })
}
