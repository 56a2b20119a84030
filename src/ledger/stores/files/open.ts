import { type Home, type HomeOptions, openHome } from './home.ts'
import { openRegister } from './register.ts'

/** Opens a state directory for writing, creating a ledger if there is none. */
export const openFiles = (dir: string, options: HomeOptions = {}): Home => openHome(dir, openRegister, options)
