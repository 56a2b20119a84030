import type { Draft } from '../ledger/kinds.ts'
import { appendSync } from '../ledger/stores/files/append.ts'
import { putArtifactSync } from '../ledger/stores/files/artifacts.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { markClosed, markOpen, type Process } from '../ledger/stores/files/open-streams.ts'
import { isBegun, recentEntries } from '../ledger/stores/files/recent.ts'
import { sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { ancestorsFrom } from '../process/ancestors.ts'
import type { FactKind } from '../session/facts.ts'
import type { Recorder } from '../supervisor/world.ts'

/** The supervisor's interface to a home's ledger. */
export const recorderOf = (home: Home): Recorder => ({
  append: (stream, drafts, beginning) => {
    // After one timeout, do not wait for any other lock: the host is waiting for us.
    if (appendSync(home, stream, drafts, beginning).kind === 'spooled') home.lockWaitMs = 0
    for (const draft of [...(beginning ?? []), ...drafts]) markSession(home.dir, stream, draft)
  },
  keep: (name, bytes) => putArtifactSync(home.dir, { name, media: 'text/plain' }, bytes),
  has: (stream) => isBegun(home.dir, stream),
  recent: (stream) => recentEntries(home, stream),
  oldest: (stream) => sealedEntries(home, stream),
})

const STARTED: FactKind = 'session.started'
const ENDED: FactKind = 'session.ended'

/** Stores the host's process id while a session is open: any process that it starts belongs to an agent. */
function markSession(home: string, stream: string, draft: Draft): void {
  const { body } = draft
  try {
    // Subagents run in their session's process.
    if (draft.kind === STARTED && body['agent'] === undefined)
      markOpen(home, { stream, workspace: String(body['cwd']), process: hostProcess() })
    if (draft.kind === ENDED) markClosed(home, stream)
  } catch {
    // The entry is already in the ledger; the mark is optional.
  }
}

/** Finds the host, which starts hooks directly or with `sh -c`. Returns null if a person's shell started us. */
function hostProcess(): Process | null {
  for (const { pid, start, argv } of ancestorsFrom(process.ppid)) {
    const isShell = /(?:^-?|\/)(?:ba|da|z|k)?sh$/.test(argv[0] ?? '')
    if (!isShell) return { pid, start }
    if (!argv.some((word) => /^-[a-z]*c$/.test(word))) return null
  }
  return null
}
