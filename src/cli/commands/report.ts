import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { accountsOf, readReport } from '../../views/report.ts'
import { type Command, EXIT, FileError } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { quantity } from '../input/quantity.ts'
import { json } from '../screens/output.ts'
import { renderReport } from '../screens/report.ts'

const UNITS = { h: 3600_000, d: 24 * 3600_000, w: 7 * 24 * 3600_000 }

export const report: Command = {
  name: 'report',
  summary: 'all sessions in numbers: turns, claims, what was earned and what was not, and what people overrode',
  usage: '[--since <n>d] [--project <dir>] [options]',
  words: { min: 0, max: 0, names: '' },
  details: `A turn counts by how it ended: earned; warned: would have been held back, if the policy did not only warn;
capped: let go unearned. HELD BACK is how often agents were, on the way. Subagents stand under their session. Times are UTC.
<dir> may be gone, as long as sessions in it are on record.
Exit code 0: told; 1: no such folder, and nothing on record of it; 2: told, but the evidence is not as it was written, and which streams are not.`,
  example: 'bailiff report --since 7d',
  options: {
    since: { value: '<n>h|d|w', help: 'only what was heard of in this time; default all' },
    project: { value: '<dir>', help: 'only sessions of this project; default all of them' },
  },
  async run(args, io) {
    const sinceMs = quantity(args.get('since'), UNITS, '--since', '7d')
    const now = new Date()
    const since = sinceMs === undefined ? '' : new Date(now.getTime() - sinceMs).toISOString()
    const dir = args.get('project')
    const asked = { since, project: dir === undefined ? null : resolve(io.cwd, dir) }
    const home = openToRead(args.home)
    requireProject(home, asked.project)
    const found = await readReport(home, asked, now)
    const { sessions, total, overrides, audit, spooled } = found
    const { ok, findings, unlisted, notes } = audit
    if (args.json)
      io.out(
        json({
          ok,
          since: since === '' ? null : since,
          project: asked.project,
          total,
          sessions,
          overrides,
          evidence: { ok, findings, unlisted, notes },
          spooled,
        }),
      )
    else io.out(renderReport(found, io))
    return ok ? EXIT.fine : EXIT.broken
  },
}

/** A folder may be gone and its sessions on record; where neither is there, at no time, the name is wrong. */
function requireProject(home: Readable, project: string | null): void {
  if (project === null || existsSync(project) || accountsOf(home, { since: '', project }).length > 0) return
  throw new FileError(`There is no folder ${project}, and no session in it was found. Name a folder of the project.`)
}
