import { HOW_CHECKED } from '../../claims/how-checked.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { serve } from '../../mcp/server.ts'
import { validateClaimTool } from '../../mcp/validate-claim.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { renderValidated, validateHere } from '../input/validation-target.ts'
import { VERSION } from '../version.ts'

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve validate_claim to an agent program over MCP (stdio)',
  usage: '[--session <id>]',
  words: { min: 0, max: 0, names: '' },
  details: `Agent programs start it and exchange JSON-RPC messages with it, one per line.
It ends when they do. The tool validate_claim {claim, validator?, args?} does
what "bailiff validate" does, for the session whose program started it.
To register it: claude mcp add bailiff -- bailiff mcp`,
  example: 'bailiff mcp',
  options: {
    session: { value: '<id>', help: 'the session; default: the one that started this command, or the open one' },
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
    await serve({ version: VERSION, instructions: HOW_CHECKED, tools: [tool] }, io.talk())
    return EXIT.fine
  },
}

/** Errors that the agent can act on go to the agent; others go to the host's log. */
function told(error: unknown, io: Io): string {
  if (error instanceof LedgerError || error instanceof UsageError) return `${error.message} [${error.code}]`
  io.err(`bailiff: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 'The check could not be run. [INTERNAL]'
}
