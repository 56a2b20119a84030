import { z } from 'zod'
import { ANSWERS, builtInDispatch, DISPATCH_CODES } from './dispatch.ts'
import { folder, glob, host, strict } from './fields.ts'
import { unknownWord } from './suggest.ts'

/** The section `dispatch:`, as people write it. */

const answer = z.enum(ANSWERS)

const codes = z
  .record(z.string(), answer)
  .superRefine((given, ctx) => {
    const known = Object.keys(DISPATCH_CODES)
    for (const code of Object.keys(given).filter((one) => !known.includes(one)))
      ctx.addIssue({ code: 'custom', path: [code], message: unknownWord('code', code, known) })
  })
  .describe('what a finding on a tool call does: allow, flag, ask or deny; docs/dispatch.md lists the codes')
  .default({})

const pattern = z
  .string()
  .max(500)
  .regex(
    /^[^\s-]\S*(?: \S+)*$/,
    'a rule names a program and words of it, with one blank between them, such as git push --force.',
  )
const patterns = z.array(pattern).max(200)

const commands = strict({
  allow: patterns.describe('commands that are never found fault with').default([]),
  flag: patterns.default([]),
  ask: patterns.default([]),
  deny: patterns.default([]),
})

const roles = z.record(
  z
    .string()
    .regex(/^(?:\*|[\w][\w.:@ -]{0,63})$/, 'a role is main, the type of a subagent, or * for all other subagents.'),
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
    .describe('folders that tool calls may change, besides temporary ones; the project by default')
    .default(['.']),
  read_roots: z.array(folder).max(100).describe('folders that tool calls may read; empty: no limit').default([]),
  hosts: z.array(host).max(200).describe('hosts that tool calls may reach; empty: no limit').default([]),
  commands: commands
    .describe('commands by their words, in lists allow:, flag:, ask: and deny:; * stands for anything in a word')
    .prefault({}),
  roles: roles
    .describe('what main, a type of subagent, or * may do: read, write, run and network, each with an answer')
    .default({}),
  protected_files: z
    .array(glob)
    .max(200)
    .describe('globs of files whose change is a finding, besides lock files and what decides on CI; ! takes away')
    .default([]),
  build_outputs: z
    .array(glob)
    .max(200)
    .describe('globs of folders that may be removed, besides dist, build, node_modules and the like; ! takes away')
    .default([]),
  max_lines: z.int().min(1).max(1_000_000).describe('a change of more lines is a large one').default(maxLines),
  max_files: z.int().min(1).max(10_000).describe('a change of more files is a large one').default(maxFiles),
  nobody_to_ask: z.enum(['flag', 'deny']).describe('what "ask" does where nobody can answer').default('flag'),
})

export type DispatchSource = z.output<typeof dispatch>
