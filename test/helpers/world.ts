import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startedBy } from '../../src/hosts/nesting.ts'
import { findHost } from '../../src/hosts/registry.ts'
import { transcriptsOf } from '../../src/hosts/transcripts.ts'
import type { Draft, Entry, JsonObject } from '../../src/ledger/kinds.ts'
import type { Recorder } from '../../src/ledger/store.ts'
import { appendSync } from '../../src/ledger/stores/files/append.ts'
import { fileSize } from '../../src/ledger/stores/files/disk.ts'
import { closeHome, type Home, type HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { recorderOf } from '../../src/ledger/stores/files/recorder.ts'
import { acceptedTestsIn } from '../../src/machine/accepted-tests.ts'
import { blocksIn } from '../../src/machine/blocks.ts'
import { contents } from '../../src/machine/contents.ts'
import { guardOf } from '../../src/machine/guard.ts'
import { lostIn } from '../../src/machine/lost-hooks.ts'
import { openSessionsIn } from '../../src/machine/open-sessions.ts'
import { whoIn } from '../../src/machine/who.ts'
import { loadActivePolicy } from '../../src/policy/stores/load-active-policy.ts'
import { pickEnvironment } from '../../src/process/environment.ts'
import type { Checking } from '../../src/session/state.ts'
import type { Answer } from '../../src/supervisor/answer.ts'
import { placed } from '../../src/supervisor/event.ts'
import { receive } from '../../src/supervisor/receive.ts'
import { isInterrupted } from '../../src/views/check-life.ts'
import { verifyClean } from './holds.ts'
import { tempDir } from './temp.ts'

/** A ledger on disk that hosts report to as through the hook, but in this process. */
export type Watched = {
  home: string
  /** Sends one event of a host through its adapter. */
  tell(host: string, event: string, payload: JsonObject, env?: NodeJS.ProcessEnv): Answer
  /** Appends entries from another source. */
  append(stream: string, ...drafts: Draft[]): void
  entries(stream: string): Entry[]
  kinds(stream: string): string[]
  /** The bodies of the entries of a kind. */
  bodies(stream: string, kind: string): JsonObject[]
  /** Audits the ledger and expects no findings. */
  verify(): Promise<void>
}

type Told = { host: string; event: string; payload: JsonObject; env: NodeJS.ProcessEnv }

/** Receives one event of a host in this process, as the hook does. `ruledBy` is the environment that may name a policy. */
export function tellHome(
  home: Home,
  { host: name, event, payload, env }: Told,
  { recorder = recorderOf(home), ruledBy = env }: { recorder?: Recorder; ruledBy?: NodeJS.ProcessEnv } = {},
): Answer {
  const host = findHost(name)
  const parsed = host.parse(event, payload)
  const world = {
    recorder,
    sessions: openSessionsIn(home.dir),
    transcripts: transcriptsOf(host.seenIn),
    environment: pickEnvironment(ruledBy),
    contents: contents(),
    guard: guardOf(home.dir, env),
    blocks: blocksIn(home),
    accepted: acceptedTestsIn(home, home),
    who: (project: string) => whoIn(home, project, env),
    lost: () => lostIn(home.dir),
    isInterrupted: (checking: Checking) => isInterrupted(checking, new Date()),
    trust: null,
    activePolicy: (workspace: string) => (existsSync(workspace) ? loadActivePolicy(home, workspace, ruledBy) : null),
  }
  const raw = Buffer.from(JSON.stringify(payload))
  const by = startedBy(name, parsed.session, ruledBy)
  const answer = receive(world, placed({ ...(host.complete?.(parsed) ?? parsed), startedBy: by, raw, isWhole: true }))
  // Only a world that stores the starts of turns answers later.
  if (answer instanceof Promise) throw new Error('The answer is not there yet.')
  return answer
}

export function watch(options: HomeOptions = {}, dir = join(tempDir(), 'home')): Watched {
  const home = openFiles(dir, { lockWaitMs: 0, ...options })
  onTestFinished(() => closeHome(home))
  const recorder = recorderOf(home)
  const person = join(dir, '..', 'person')
  const entries = (stream: string): Entry[] =>
    fileSize(segmentPath(dir, stream, 1)) === null ? [] : [...readChain(home, stream)]
  return {
    home: dir,
    tell: (host, event, payload, env = {}) =>
      tellHome(home, { host, event, payload, env: { HOME: person, ...env } }, { recorder, ruledBy: env }),
    append: (stream, ...drafts) => void appendSync(home, stream, drafts),
    entries,
    kinds: (stream) => entries(stream).map(({ kind }) => kind),
    bodies: (stream, kind) => entries(stream).flatMap((entry) => (entry.kind === kind ? [entry.body] : [])),
    verify: async () => {
      const { notes } = await verifyClean(dir)
      expect(notes).toEqual([])
    },
  }
}
