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
  summary: 'count turns, claims and overrides over all sessions',
  usage: '[--since <n>d] [--project <dir>] [options]',
  words: { min: 0, max: 0, names: '' },
  details: `ENDED says how turns ended: earned; warned: not earned, but the policy only
warns; capped: blocked as often as the policy allows, then allowed to end.
BLOCKS counts the blocks in all turns. Subagents are listed under their session.
<dir> need not exist any more if recorded sessions used it.
Exit codes: 0 shown; 2 shown, but the evidence of some streams has been altered;
1 no such folder, and no recorded session used it.`,
  example: 'bailiff report --since 7d',
  options: {
    since: { value: '<n>h|d|w', help: 'only turns active in this period; default: all' },
    project: { value: '<dir>', help: 'only sessions of this project; default: all' },
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

/** Throws if the folder does not exist and no recorded session used it. A deleted folder may still have recorded sessions. */
function requireProject(home: Readable, project: string | null): void {
  if (project === null || existsSync(project) || accountsOf(home, { since: '', project }).length > 0) return
  throw new FileError(`No such folder: ${project}, and no recorded session used it. Name a project folder.`)
}
