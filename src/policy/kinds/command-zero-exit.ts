import { z } from 'zod'
import { strict } from '../fields.ts'
import { checkSlots, describeCommand, describeRun, runFields, toRun, weakerRun } from './command-fields.ts'
import { defineKind } from './kind.ts'

export const commandZeroExit = defineKind({
  schema: strict({ kind: z.literal('command_zero_exit'), ...runFields }).describe('the command exits with 0'),
  check: (source, _, report) => checkSlots(source, report),
  compile: (source, policy) => ({ kind: source.kind, ...toRun(source, policy) }),
  describe: (one) => `runs ${describeCommand(one.command)}, which must exit with code 0${describeRun(one)}`,
  weaker: weakerRun,
})
