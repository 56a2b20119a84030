import { describe, expect, it, vi } from 'vitest'
import { isAlive } from '../../test/helpers/alive.ts'
import { type Talk, talk } from './talk.ts'

const start = (script: string, maxLineBytes = 100): Promise<Talk> =>
  talk(process.execPath, ['-e', script], { cwd: process.cwd(), env: process.env, maxLineBytes })

const all = async (child: Talk): Promise<unknown[]> => {
  const heard: unknown[] = []
  for (let line = await child.hear(); line !== null; line = await child.hear())
    heard.push(line.kind === 'line' ? line.text : line.kind)
  return heard
}

describe('a program in a conversation', () => {
  it('reads lines and writes lines', async () => {
    const child = await start('process.stdin.on("data", (text) => process.stdout.write(text.toString().toUpperCase()))')
    child.say('one')
    expect(await child.hear()).toEqual({ kind: 'line', text: 'ONE' })
    child.say('zwei ü')
    expect(await child.hear()).toEqual({ kind: 'line', text: 'ZWEI Ü' })
    expect(await child.end(null)).toEqual({ exit: null, signal: 'SIGKILL' })
  })

  it('that cannot be started is an error', async () => {
    const options = { cwd: process.cwd(), env: process.env, maxLineBytes: 10 }
    await expect(talk('./no-such-agent', [], options)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('may write its last line without a newline', async () => {
    const child = await start('process.stdout.write("one\\n\\nlast")')
    expect(await all(child)).toEqual(['one', '', 'last'])
    expect(await child.hear()).toBeNull()
    expect(await child.end(null)).toEqual({ exit: 0, signal: null })
  })

  it('may write a line over the limit: memory stays bounded', async () => {
    const child = await start('process.stdout.write("x".repeat(250) + "\\nshort\\n" + "y".repeat(101) + "\\nend\\n")')
    const heard = await all(child)
    expect(heard.filter((line) => line !== 'too-long')).toEqual(['short', 'end'])
    expect(heard.filter((line) => line === 'too-long').length).toBeGreaterThanOrEqual(2)
    await child.end(null)
  })

  it('that never ends its line yields too-long repeatedly', async () => {
    const child = await start('const more = () => process.stdout.write("x".repeat(1 << 16), more); more()', 1 << 16)
    for (let n = 0; n < 50; n++) expect(await child.hear()).toEqual({ kind: 'too-long' })
    expect(await child.end(null)).toMatchObject({ signal: 'SIGKILL' })
  })

  it('may close its standard input: later lines are lost, and nothing fails', async () => {
    const child = await start('process.stdin.destroy(); console.log("deaf"); setInterval(() => {}, 1e6)')
    expect(await child.hear()).toEqual({ kind: 'line', text: 'deaf' })
    for (let n = 0; n < 100; n++) child.say('x'.repeat(10_000))
    expect(await child.end({ line: 'bye', graceMs: 0 })).toMatchObject({ signal: 'SIGKILL' })
  })

  it('is killed with everything it started', async () => {
    const child = await start(
      'console.log(require("child_process").spawn("sleep", ["1000"], { stdio: "inherit" }).pid); setInterval(() => {}, 1e6)',
    )
    const line = await child.hear()
    await child.end(null)
    await vi.waitFor(() => expect(isAlive(line?.kind === 'line' ? line.text : '')).toBe(false))
  })

  it('may exit by itself after the last line', async () => {
    const child = await start('process.stdin.on("data", (text) => process.exit(text.toString() === "bye\\n" ? 7 : 1))')
    expect(await child.end({ line: 'bye', graceMs: 60_000 })).toEqual({ exit: 7, signal: null })
  })

  it('leaves the end of its standard error', async () => {
    const child = await start('process.stderr.write("x".repeat(100_000) + " the reason\\n"); console.log("done")')
    await all(child)
    await child.end(null)
    expect(child.complaints()).toMatch(/ the reason\n$/)
    expect(child.complaints().length).toBeLessThan(20_000)
  })
})
