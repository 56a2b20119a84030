import { z } from 'zod'
import { strict } from '../fields.ts'
import { defineKind } from './kind.ts'

export const gitPushed = defineKind({
  schema: strict({
    kind: z.literal('git_pushed'),
    remote: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'the name of a remote may contain only letters, digits, ".", "_" and "-".')
      .describe('the name of the remote')
      .default('origin'),
    url: z.string().min(1).max(2000).describe('the URL that the remote must have'),
    branch: z.string().min(1).max(200).describe('the branch; default: the current one').exactOptional(),
  }).describe('the commit is on the remote'),
  compile: ({ kind, remote, url, branch = null }) => ({ kind, remote, url, branch }),
  describe: ({ remote, url, branch }) => `the commit is on ${branch ?? 'its branch'} of ${remote} (${url})`,
})
