import { HOW_CHECKED } from '../../claims/how-checked.ts'
import { LedgerError } from '../../ledger/errors.ts'
import type { ServedLead } from '../../mcp/lead-tools.ts'
import { serve } from '../../mcp/server.ts'
import { subagentEvidenceTool } from '../../mcp/subagent-evidence.ts'
import { validateClaimTool } from '../../mcp/validate-claim.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { renderValidated, validateHere } from '../input/validation-target.ts'
import { VERSION } from '../version.ts'

export const mcp: Command = {
  name: 'mcp',
  summary: "serve validate_claim, and a lead's tools, over MCP (stdio)",
  usage: '[--session <id>] [--lead --owner <owner> [--run <run>] [--agent "<command>"]]',
  words: { min: 0, max: 0, names: '' },
  details: `Agent programs start it and exchange JSON-RPC messages with it, one per line.
It ends when they do. The tool validate_claim {claim, validator?, args?} does
what "bailiff validate" does, for the session whose program started it.
get_subagent_evidence {worker?} shows what its subagents ran and saw.
To register it: claude mcp add bailiff -- bailiff mcp
--lead adds a lead's tools: spawn_worker, list_workers, read_worker_result,
read_worker_file, grep_workers, get_worker_evidence. A worker is a command line,
which is first checked like a tool call, or, with --agent, another agent, which
gets the task on its standard input. Workers run in this folder and end when the
server ends. The tools give access to the workers of this run only.`,
  example: 'bailiff mcp --lead --owner alice --agent "codex exec -"',
  options: {
    session: { value: '<id>', help: 'the session; default: the one that started this command, or the working one' },
    lead: { help: "add a lead's tools, which start workers and read their evidence" },
    owner: { value: '<owner>', help: 'the owner of the run; required with --lead' },
    run: { value: '<run>', help: 'the run to continue: its stream or the start of its id; default: a new one' },
    agent: { value: '<command>', help: 'a command line that starts another agent as a worker' },
    json: { help: 'has no effect: the output is always JSON' },
  },
  async run(args, io) {
    const tool = validateClaimTool(async (asked, signal) => {
      try {
        const { validated } = await validateHere(args.home, args.get('session'), asked, io, signal)
        return { text: renderValidated(asked, validated).trimEnd(), isError: validated.result === 'refused' }
      } catch (error) {
        return { text: told(error, io), isError: true }
      }
    })
    const evidence = subagentEvidenceTool(async (worker) => {
      try {
        return await (await import('../mount/session.ts')).subagentBlock(args.home, args.get('session'), worker, io)
      } catch (error) {
        return { text: told(error, io), isError: true }
      }
    })
    const lead = await leadOf(args, io)
    try {
      await serve({ version: VERSION, instructions: HOW_CHECKED, tools: [tool, evidence, ...lead.tools] }, io.talk())
    } finally {
      await lead.stop()
    }
    return EXIT.fine
  },
}

const NO_LEAD: ServedLead = { tools: [], stop: async () => {} }

/** Loads the schemas of runs only for a lead. */
async function leadOf(args: Args, io: Io): Promise<ServedLead> {
  const other = ['owner', 'run', 'agent'].find((name) => args.get(name) !== undefined)
  if (!args.has('lead') && other !== undefined) throw new UsageError(`--${other} needs --lead.`)
  return args.has('lead') ? (await import('../mount/lead.ts')).openLead(args, io) : NO_LEAD
}

/** Errors that the agent can act on go to the agent; others go to the host's log. */
function told(error: unknown, io: Io): string {
  if (error instanceof LedgerError || error instanceof UsageError) return `${error.message} [${error.code}]`
  io.err(`bailiff: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 'The tool failed. [INTERNAL]'
}
