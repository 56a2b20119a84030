import { markClosed, markOpen, type Process } from '../ledger/stores/files/open-streams.ts'
import { ancestorsFrom } from '../process/ancestors.ts'
import type { OpenSessions } from '../supervisor/world.ts'

/** Stores the host's process id while a session is open: any process that it starts belongs to an agent. */
export const openSessionsIn = (home: string): OpenSessions => ({
  opened: (stream, workspace) =>
    quietly(() => markOpen(home, { stream, workspace: String(workspace), process: hostProcess() })),
  closed: (stream) => quietly(() => markClosed(home, stream)),
})

function quietly(mark: () => void): void {
  try {
    mark()
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
