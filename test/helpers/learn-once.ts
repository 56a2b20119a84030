import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { learn, type Settings } from '../../src/trust/drivers/learn.ts'
import { loadPack } from '../../src/trust/drivers/load-pack.ts'
import type { Seen } from '../../src/trust/learning/seen.ts'
import { DEFAULT_PARAMETERS } from '../../src/trust/parameters.ts'

/** Learns from one turn of a project, as a stop gate does. The argument is JSON; `program` is the folder with the pack. */
type Given = { home: string; program: string; project: string; commands: Settings['commands']; seen: Seen }
const given = JSON.parse(process.argv[2] ?? '') as Given
const home = openFiles(given.home)
const settings = { parameters: DEFAULT_PARAMETERS, commands: given.commands }
learn(home, given.project, () => loadPack(given.program), settings, given.seen)
closeHome(home)
