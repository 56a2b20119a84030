import { spawn } from 'node:child_process'
import { expect, it, onTestFailed } from 'vitest'
import type { Script } from '../../src/doctor/model-server/script.ts'
import { startModelServer } from '../../src/doctor/model-server/server.ts'
import type { Entry } from '../../src/ledger/kinds.ts'
import { install, POLICY } from './gated.ts'
import { readLedger } from './ledger.ts'
import { environment, type Host, newPlace, programOf } from './session.ts'

/** A session with a person: the real program in a terminal, where somebody reads the screen and types. */

/** Types something as soon as the screen shows this text. */
type Reaction = { sees: RegExp; types: string }

type Attended = {
  it: string
  host: Host
  args: readonly string[]
  script(project: string): Script
  /** What the person does, in this order. */
  person: readonly Reaction[]
  expects(entries: readonly Entry[]): void
}

const TIME_LIMIT_MS = 90_000

export function attend({ it: name, host, args, script, person, expects }: Attended): void {
  it(name, async () => {
    const place = newPlace()
    const server = await startModelServer(script(place.project))
    try {
      const { CI: _, NO_COLOR: __, ...usual } = environment(place)
      const settings = host.prepare(place, { hooks: [], url: server.url, model: undefined })
      const env = { ...usual, ...settings, TERM: 'xterm-256color' }
      await install(host, [], place, env, POLICY)
      const left = await play([programOf(host), ...args], person, { cwd: place.project, env })
      const { streams, findings } = await readLedger(place.ledger)
      onTestFailed(() => console.log(JSON.stringify(streams, null, 1)))
      expect({ left, findings }).toEqual({ left: [], findings: [] })
      expects(Object.values(streams).flat())
    } finally {
      await server.close()
    }
  })
}

/** Plays the person until the program exits; returns the reactions that were never needed. */
function play(
  words: readonly string[],
  person: readonly Reaction[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<string[]> {
  const left = [...person]
  const command = `stty rows 50 cols 120; exec ${words.map((word) => `'${word}'`).join(' ')}`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd, env })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
  let [shown, all] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => {
    all += bytes
    shown += plain(String(bytes))
    const [next] = left
    if (next === undefined || !next.sees.test(shown)) return
    left.shift()
    shown = ''
    child.stdin.write(next.types)
  })
  onTestFailed(() => console.log(plain(all).slice(-4_000)))
  return new Promise((done, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      done(left.map(({ sees }) => String(sees)))
    })
  })
}

/** The text on the screen without colours and movements; programs move the cursor instead of printing spaces. */
const plain = (text: string): string => text.replace(MOVEMENTS, '').replace(/\s+/g, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
const MOVEMENTS = /\u001b(?:\[[0-9;?>=]*[A-Za-z]|\][^\u0007]*\u0007|[()][A-Z0-9]|[=>78])/g
