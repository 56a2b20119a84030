import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { readIfThere } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { INSTALL_STREAM } from '../../session/streams.ts'
import { launcherPath } from './launcher.ts'

/** The program that hosts start: the hash of the launcher, and the Node in use when it was installed. */
export type InstalledProgram = { launcherSha256: string; node: string; nodeVersion: string }

/** Records the program that hosts start from now on, if it is new. */
export function recordProgram(home: Home, { node, nodeVersion }: { node: string; nodeVersion: string }): void {
  const body: InstalledProgram = { launcherSha256: launcherHash(home.dir) ?? '', node, nodeVersion }
  const last = lastProgram(home)
  if (last !== null && canonical(last) === canonical(body)) return
  appendSync(home, INSTALL_STREAM, [{ kind: 'program.installed', actor: 'admin', body }])
}

/** The program recorded last; null if there is none. */
export function lastProgram(home: Readable): InstalledProgram | null {
  for (const { kind, body } of recentEntries(home, INSTALL_STREAM))
    if (kind === 'program.installed') return programIn(body)
  return null
}

const programIn = (body: JsonObject): InstalledProgram => ({
  launcherSha256: String(body['launcherSha256'] ?? ''),
  node: String(body['node'] ?? ''),
  nodeVersion: String(body['nodeVersion'] ?? ''),
})

/** The hash of the installed launcher; null if there is none. */
export function launcherHash(home: string): string | null {
  const bytes = readIfThere(launcherPath(home))
  return bytes === null ? null : sha256(bytes)
}
