import { z } from 'zod'
import { strict } from '../fields.ts'
import { defineKind } from './kind.ts'
import { countsTests, report, testFields } from './test-runner.ts'

export const tap = defineKind({
  schema: strict({ kind: z.literal('tap'), ...testFields, report: report.exactOptional() }).describe(
    'the command’s TAP output or report contains a pass and no failures',
  ),
  ...countsTests,
})
