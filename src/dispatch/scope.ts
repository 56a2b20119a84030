import type { CheckedCall, DispatchFinding } from './call.ts'
import { commandsRuled } from './scope/command-ruled.ts'
import { hostUnlisted } from './scope/host-unlisted.ts'
import { readOutside } from './scope/read-outside.ts'
import { roleExceeded } from './scope/role-exceeded.ts'
import { writtenOutside } from './scope/written-outside.ts'

/** Findings about the scope of a call: its commands, role, hosts and folders. */
export const scopeFindings = (call: CheckedCall): DispatchFinding[] => [
  ...commandsRuled(call),
  ...roleExceeded(call),
  ...hostUnlisted(call),
  ...readOutside(call),
  ...writtenOutside(call),
]
