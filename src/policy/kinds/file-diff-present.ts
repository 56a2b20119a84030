import { z } from 'zod'
import { hasGained } from '../compare.ts'
import { globs, strict } from '../fields.ts'
import { defineKind } from './kind.ts'

export const fileDiffPresent = defineKind({
  schema: strict({
    kind: z.literal('file_diff_present'),
    paths: globs.describe('globs of files that must have changed').default(['**']),
  }).describe('files were changed in this turn'),
  compile: ({ kind, paths }) => ({ kind, paths }),
  describe: ({ paths }) => `something under ${paths.join(', ')} changed in this turn`,
  weaker: { paths: hasGained },
})
