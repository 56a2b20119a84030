import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFailed } from 'vitest'
import type { Script } from '../../src/doctor/model-server/script.ts'
import { startModelServer } from '../../src/doctor/model-server/server.ts'
import type { Entry } from '../../src/ledger/kinds.ts'
import { readLedger } from './ledger.ts'
import { install, POLICY } from './machine.ts'
import { environment, type Host, newPlace, programOf } from './session.ts'

/** A session with a person: the real program in a terminal, where somebody reads the screen and types. */

/**
 * Types something as soon as the screen shows this text. `asked`: and as soon as the ledger has this many questions to a
 * person. People take longer to answer than a hook takes to run; a program would not.
 */
type Reaction = { sees: RegExp; types: string; asked?: number }

type Attended = {
  it: string
  host: Host
  args: readonly string[]
  script(project: string): Script
  /** Acts of the person, in this order. */
  person: readonly Reaction[]
  expects(entries: readonly Entry[], learnt: readonly Entry[]): void
}

const TIME_LIMIT_MS = 90_000

export function attend({ it: name, host, args, script, person, expects }: Attended): void {
  it(name, async () => {
    const place = newPlace()
    const server = await startModelServer(script(place.project))
    try {
      const { CI: _, NO_COLOR: __, ...usual } = environment(place)
      const settings = host.prepare(place, { hooks: [], url: server.url, model: undefined })
      const env: Record<string, string> = { ...usual, ...settings, TERM: 'xterm-256color' }
      for (const name of host.shortcuts ?? []) delete env[name]
      await install(host, [], place, env, POLICY)
      const left = await play([programOf(host), ...args], person, { cwd: place.project, env }, place.ledger)
      const { streams, learnt, findings } = await readLedger(place.ledger)
      onTestFailed(() => console.log(JSON.stringify(streams, null, 1)))
      expect({ left, findings }).toEqual({ left: [], findings: [] })
      expects(Object.values(streams).flat(), learnt)
    } finally {
      await server.close()
    }
  })
}

const LOOK_MS = 100

/** If nothing happens for this long, a person presses Enter again: programs drop keys while they are busy. */
const PATIENCE_MS = 5_000

/** Plays the person until the program exits; returns the reactions that were never needed. */
function play(
  words: readonly string[],
  person: readonly Reaction[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
  ledger: string,
): Promise<string[]> {
  const left = [...person]
  const command = `stty rows 50 cols 120; exec ${words.map((word) => `'${word}'`).join(' ')}`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd, env })
  let [shown, all, typed, waitedMs] = ['', '', '', 0]
  const type = (text: string): void => {
    ;[typed, waitedMs] = [text, 0]
    child.stdin.write(text)
  }
  const look = (): void => {
    const [next] = left
    if (next === undefined) return
    if (next.sees.test(shown) && questionsIn(ledger) >= (next.asked ?? 0)) {
      left.shift()
      shown = ''
      type(next.types)
      return
    }
    waitedMs += LOOK_MS
    if (typed === '\r' && waitedMs >= PATIENCE_MS) type('\r')
  }
  child.stdout.on('data', (bytes: Buffer) => {
    all += bytes
    shown += plain(String(bytes))
  })
  const looking = setInterval(look, LOOK_MS)
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
  onTestFailed(() => console.log(plain(all).slice(-4_000)))
  return new Promise((done, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      clearInterval(looking)
      clearTimeout(timer)
      done(left.map(({ sees }) => String(sees)))
    })
  })
}

/** How many questions to a person the ledger has. Read as text, because the program is still writing. */
function questionsIn(ledger: string): number {
  const files = readdirSync(ledger, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const texts = files.map((one) => textOf(join(one.parentPath, one.name)))
  return texts.join('').split('"kind":"person.asked"').length - 1
}

/** Locks and spooled entries come and go. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The text on the screen without colours and movements; programs move the cursor instead of printing spaces. */
const plain = (text: string): string => text.replace(MOVEMENTS, '').replace(/\s+/g, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
const MOVEMENTS = /\u001b(?:\[[0-9;?>=]*[A-Za-z]|\][^\u0007]*\u0007|[()][A-Z0-9]|[=>78])/g
