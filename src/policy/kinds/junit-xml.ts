import { z } from 'zod'
import { strict } from '../fields.ts'
import { defineKind } from './kind.ts'
import { countsTests, report, testFields } from './test-runner.ts'

export const junitXml = defineKind({
  schema: strict({ kind: z.literal('junit_xml'), ...testFields, report }).describe(
    'the JUnit report that the command writes contains a pass and no failures',
  ),
  ...countsTests,
})
