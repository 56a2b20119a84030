import { z } from 'zod'
import { strict } from '../fields.ts'
import { checkSlots, commandFields, describeCommand, toCommand } from './command-fields.ts'
import { defineKind } from './kind.ts'

export const observedCommand = defineKind({
  schema: strict({ kind: z.literal('observed_command'), ...commandFields }).describe(
    'the agent ran this command, and it exited with 0',
  ),
  check: (source, _, report) => checkSlots(source, report),
  compile: (source) => ({ kind: source.kind, ...toCommand(source) }),
  describe: ({ command }) => `the agent ran ${describeCommand(command)}, which exited with code 0`,
})
