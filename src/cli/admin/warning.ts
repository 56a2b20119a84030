import type { Io } from '../command.ts'
import { colors, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

/** A line above a screen: the record of the administrator's commands was altered. */
export const warningOf = (finding: string, io: Io): string =>
  colors(io.color).yellow(fill(`${printable(finding)} [ADMIN_BROKEN]`, '! ', '  '))
