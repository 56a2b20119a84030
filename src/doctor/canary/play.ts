import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Canary, CanaryAsk } from '../../hosts/canary.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { parseJsonc, plainOf } from '../../hosts/settings/jsonc.ts'
import type { RunResult } from '../../process/result.ts'
import { run } from '../../process/run.ts'
import { type ModelServer, startModelServer } from '../model-server/server.ts'
import { canaryEnvironment } from './environment.ts'
import type { Marks } from './marks.ts'

/** The result of a canary: how the program ended, what it told the model, and its session. */
export type Played = {
  /** The reason why the program did not finish; null if it did. */
  failure: string | null
  heard: readonly string[]
  session: string | null
  /** True if the program says that a hook ended the turn. Ours does not do that here. */
  isEndedByHook: boolean
}

/** Long enough for a program on a busy machine, and short enough for a person who is waiting. */
const TIMEOUT_MS = 120_000
const MAX_OUTPUT_BYTES = 1 << 20

/** Runs the real program with the scripted model, and leaves nothing behind. */
export async function playCanary(
  canary: Canary,
  program: string,
  place: Site,
  { marks, session, cwd, trust }: { marks: Marks; session: string; cwd: string; trust: CanaryAsk['trust'] },
): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'bailiff-canary-'))
  let server: ModelServer | null = null
  try {
    server = await startModelServer({
      main: [
        { calls: [{ shell: marks.harmless.command }] },
        { calls: [{ shell: marks.denied.command }] },
        { text: 'The canary has ended.' },
      ],
    })
    const ask: CanaryAsk = {
      prompt: marks.prompt,
      url: server.url,
      session,
      folder,
      place,
      trust,
      parse: (text) => plainOf(parseJsonc(text)),
    }
    const { args, env } = canary.start(ask)
    const ran = await run(program, args, {
      cwd,
      env: { ...canaryEnvironment(place.env, server.url), ...env },
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    })
    const printed = ran.stdout.toString('utf8')
    return {
      failure: failureOf(ran, server.complaints()),
      heard: server.heard,
      session: canary.session(ask, printed),
      isEndedByHook: canary.isEndedByHook?.(printed) ?? false,
    }
  } finally {
    await server?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function failureOf({ ended, exit, stdout, stderr }: RunResult, complaints: readonly string[]): string | null {
  if (ended === 'timed-out') return `it did not finish within ${TIMEOUT_MS / 1000} seconds`
  if (ended === 'not-started') return 'it could not be started'
  const said = lastLine(stderr) || lastLine(stdout)
  if (exit !== 0)
    return `it ended with ${exit === null ? 'a signal' : `exit code ${exit}`}${said === '' ? '' : ` (${said})`}`
  return complaints[0] ?? null
}

/** The last line of the output, without colours. */
const lastLine = (bytes: Buffer): string =>
  (stripVTControlCharacters(bytes.toString('utf8')).trim().split('\n').at(-1) ?? '').slice(0, 300)
