import { DEFAULT_RETENTION } from '../../src/ledger/retention.ts'
import { collect } from '../../src/ledger/stores/files/gc.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'

/** Does what `bailiff key rotate` or `bailiff gc --max-age` does: `node upkeep.mjs <home> rotate` or `collect <days>`. */
const [, , dir = '', what, days = ''] = process.argv
const home = openFiles(dir)
if (what === 'rotate') rotateKey(home)
else collect(home, { ...DEFAULT_RETENTION, maxAgeMs: Number(days) * 24 * 3600_000 }, 'remove')
closeHome(home)
