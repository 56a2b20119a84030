import { DEFAULT_RETENTION, type Retention } from '../../ledger/retention.ts'
import { collect } from '../../ledger/stores/files/gc.ts'
import type { Confirmed } from '../../session/who.ts'
import { type Args, type Command, EXIT } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { quantity } from '../input/quantity.ts'
import { decisionOf } from '../input/who.ts'
import { bytes, json, plural } from '../screens/output.ts'
import { progressOf } from '../screens/progress.ts'

export const gc: Command = {
  name: 'gc',
  summary: 'remove evidence past its retention period',
  usage: '[--max-age <days>d] [--max-size <n>GB] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Leaves tombstones, so that the ledger still verifies. Never removes the ledger's
own streams, open sessions, streams that others cite, or streams that do not
verify.`,
  example: 'bailiff gc --max-age 30d --max-size 2GB --dry-run',
  options: {
    'max-age': { value: '<days>d', help: 'remove streams with no entry for this long; default 30d' },
    'max-size': { value: '<n>MB|GB', help: 'then remove the oldest until the rest fits in this; default 2GB' },
    'dry-run': { help: 'show what would be removed; remove nothing' },
    yes: { help: 'do not ask; agents are still refused' },
  },
  async run(args, io) {
    const mode = args.has('dry-run') ? 'dry-run' : 'remove'
    const retention = readRetention(args)
    let confirmed: Confirmed | null = null
    if (mode === 'remove') {
      await requirePerson(io, args, 'gc')
      requireLedger(args.home)
      confirmed = await requireConfirmation(io, args, 'gc', 'remove')
    }
    const progress = progressOf(io, 'Checking streams')
    const collected = await withHome(args.home, (home) =>
      collect(home, retention, mode, progress.step, confirmed === null ? {} : decisionOf(home, io, confirmed)),
    )
    progress.clear()
    if (args.json) io.out(json({ ok: true, mode, ...collected }))
    else {
      const verb = mode === 'remove' ? 'Removed' : 'Would remove'
      io.out(
        `${verb} ${plural(collected.streams.length, 'stream')} and ${plural(collected.artifacts, 'artifact')}, ${bytes(collected.bytes)}.\n`,
      )
      for (const stream of collected.streams) io.out(`  ${stream}\n`)
      for (const { stream, why } of collected.kept) io.out(`  kept ${stream}: ${why}\n`)
    }
    return EXIT.fine
  },
}

function readRetention(args: Args): Retention {
  return {
    maxAgeMs: quantity(args.get('max-age'), { d: 24 * 3600_000 }, '--max-age', '30d') ?? DEFAULT_RETENTION.maxAgeMs,
    maxBytes:
      quantity(args.get('max-size'), { MB: 2 ** 20, GB: 2 ** 30 }, '--max-size', '2GB') ?? DEFAULT_RETENTION.maxBytes,
  }
}
