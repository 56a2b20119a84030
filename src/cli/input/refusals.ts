import { appendSync } from '../../ledger/stores/files/append.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { REFUSALS_STREAM } from '../../session/streams.ts'
import type { Args, RefusedError } from '../command.ts'
import { withHome } from './home.ts'

/** Records a refusal if there is a ledger. A failed write does not change the refusal. */
export async function recorded(args: Args, command: string, refusal: RefusedError): Promise<RefusedError> {
  const body = { command, code: refusal.code, why: refusal.message }
  try {
    if (fileSize(currentKeyPath(args.home)) !== null)
      await withHome(args.home, (home) =>
        appendSync(home, REFUSALS_STREAM, [{ kind: 'command.refused', actor: 'harness', body }]),
      )
  } catch {
    // The refused agent may have made the ledger unwritable.
  }
  return refusal
}
