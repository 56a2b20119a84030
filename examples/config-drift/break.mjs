/**
 * Keeps breaking config files: node break.mjs <folder> [seed]
 * Changes, deletes and adds files, and everything twice in the same way. A second after somebody has repaired them, it
 * breaks the next ones. Started by drift.mjs, it breaks files when it is told to, and ends when drift.mjs does.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 1000
const FILES = ['app.conf', 'db.conf', 'log.conf']
const UNWANTED = 'debug.conf'

const [folder = 'config', seed = '7'] = process.argv.slice(2)

/** A small random generator: the same seed breaks the same files (mulberry32). */
function* numbers(state) {
  for (;;) {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    yield ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The breaks, round by round: one or more files, then the same ones again. `content` is null for a deleted file. */
function* rounds() {
  const random = numbers(Number(seed))
  const upTo = (n) => Math.floor(random.next().value * n)
  for (;;) {
    const first = upTo(FILES.length)
    const names = FILES.map((_, i) => FILES[(first + i) % FILES.length]).slice(0, 1 + upTo(FILES.length))
    const breaks = names.map((name) =>
      upTo(2) === 0
        ? { name, how: 'deleted', content: null }
        : { name, how: 'changed', content: `x = ${upTo(1000)}\n` },
    )
    if (upTo(2) === 0) breaks.push({ name: UNWANTED, how: 'added', content: 'debug = on\n' })
    yield { breaks, again: '' }
    yield { breaks, again: ' (again)' }
  }
}

function breakFile({ name, content }) {
  if (content === null) rmSync(join(folder, name), { force: true })
  else writeFileSync(join(folder, name), content)
}

function isBroken({ name, content }) {
  const path = join(folder, name)
  return (existsSync(path) ? readFileSync(path, 'utf8') : null) === content
}

const round = rounds()
function breakSome() {
  const { breaks, again } = round.next().value
  breaks.forEach(breakFile)
  return { breaks, text: `${breaks.map(({ name, how }) => `${name} ${how}`).join(', ')}${again}` }
}

if (process.send === undefined) {
  for (;;) {
    const { breaks, text } = breakSome()
    console.log(`broke: ${text}`)
    while (breaks.some(isBroken)) await sleep(PAUSE_MS / 10)
    await sleep(PAUSE_MS)
  }
} else {
  process.on('message', () => process.send(breakSome().text))
  process.on('disconnect', () => process.exit())
}
