import { z } from 'zod'
import { ADVISORY_CODES, ANSWERS, builtInDispatch, DISPATCH_CODES } from './dispatch.ts'
import { folder, glob, host, strict } from './fields.ts'
import { unknownWord } from './suggest.ts'

/** The `dispatch:` section as people write it. */

const answer = z.enum(ANSWERS)

const codes = z
  .record(z.string(), answer)
  .superRefine((given, ctx) => {
    const known = Object.keys(DISPATCH_CODES)
    for (const code of Object.keys(given).filter((one) => !known.includes(one)))
      ctx.addIssue({ code: 'custom', path: [code], message: unknownWord('code', code, known) })
    for (const code of ADVISORY_CODES.filter((one) => given[one] === 'deny'))
      ctx.addIssue({
        code: 'custom',
        path: [code],
        message: 'a score never denies a call by itself: write allow, flag or ask.',
      })
  })
  .describe('the answer to each finding about a tool call: allow, flag, ask or deny; docs/dispatch.md lists the codes')
  .default({})

const pattern = z
  .string()
  .max(500)
  .regex(
    /^[^\s-]\S*(?: \S+)*$/,
    'write a rule as a program and its arguments, separated by single spaces, such as git push --force.',
  )
const patterns = z.array(pattern).max(200)

const commands = strict({
  allow: patterns.describe('commands that never cause a finding').default([]),
  flag: patterns.default([]),
  ask: patterns.default([]),
  deny: patterns.default([]),
})

const roles = z.record(
  z
    .string()
    .regex(/^(?:\*|[\w][\w.:@ -]{0,63})$/, 'a role must be main, a subagent type, or * for all other subagents.'),
  strict({
    read: answer.exactOptional(),
    write: answer.exactOptional(),
    run: answer.exactOptional(),
    network: answer.exactOptional(),
  }),
)

const { maxLines, maxFiles } = builtInDispatch()

export const dispatch = strict({
  codes,
  roots: z
    .array(folder)
    .max(100)
    .describe('folders that tool calls may change, in addition to temporary ones; default: the project')
    .default(['.']),
  read_roots: z.array(folder).max(100).describe('folders that tool calls may read; empty: any').default([]),
  hosts: z.array(host).max(200).describe('network hosts that tool calls may reach; empty: any').default([]),
  commands: commands
    .describe('rules for commands, in the lists allow:, flag:, ask: and deny:; * matches anything within a word')
    .prefault({}),
  roles: roles
    .describe(
      'the answers for read, write, run and network, by role: main, a subagent type, or * (all other subagents)',
    )
    .default({}),
  protected_files: z
    .array(glob)
    .max(200)
    .describe(
      'globs of protected files, in addition to lock files and CI configuration; changing one is a finding; ! excludes',
    )
    .default([]),
  build_outputs: z
    .array(glob)
    .max(200)
    .describe('globs of folders that may be removed, in addition to dist, build, node_modules and the like; ! excludes')
    .default([]),
  max_lines: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe('the number of changed lines above which a change is large')
    .default(maxLines),
  max_files: z
    .int()
    .min(1)
    .max(10_000)
    .describe('the number of changed files above which a change is large')
    .default(maxFiles),
  nobody_to_ask: z
    .enum(['flag', 'deny'])
    .describe('the answer to use instead of "ask" when nobody can be asked')
    .default('flag'),
})

export type DispatchSource = z.output<typeof dispatch>
