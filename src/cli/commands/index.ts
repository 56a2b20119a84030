import type { Command } from '../command.ts'
import { checkpointCommand } from './checkpoint.ts'
import { demo } from './demo.ts'
import { explain } from './explain.ts'
import { exportCommand } from './export.ts'
import { gc } from './gc.ts'
import { keyRotate } from './key-rotate.ts'
import { sessions } from './sessions.ts'
import { show } from './show.ts'
import { verify } from './verify.ts'

/** Every command, in the order of the first help page. */
export const COMMANDS: readonly Command[] = [
  demo,
  sessions,
  explain,
  show,
  verify,
  checkpointCommand,
  exportCommand,
  keyRotate,
  gc,
]
