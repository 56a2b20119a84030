import { appendSync } from '../ledger/stores/files/append.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
const [, , dir = '', stream = ''] = process.argv
const home = openFiles(dir)
appendSync(home, stream, [{ kind: 'note', actor: 'harness', body: { x: 1 } }])
closeHome(home)
