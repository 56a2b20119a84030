import { describe, it } from 'vitest'
import { type Expected, expectOnRecord } from './expect.ts'
import { type Host, isInstalled, playSession, type Scenario } from './session.ts'

/** A scenario, and its expected record with one host. */
export type Row = { it: string; plays: Scenario; leaves: Expected }

/** Runs every row of a host's table. */
export function play(host: Host, table: readonly Row[]): void {
  describe(host.name, () => {
    for (const { it: name, plays, leaves } of table)
      it.skipIf(plays.starts && !isInstalled(plays.starts))(name, async () =>
        expectOnRecord(await playSession(host, plays), leaves),
      )
  })
}
