import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ran, runCli } from '../../../test/helpers/cli.ts'
import { judged, STOPPED } from '../../../test/helpers/entries.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { watch } from '../../../test/helpers/world.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { readOverrides } from '../../views/overrides.ts'
import { openToRead } from '../input/home.ts'

type Paused = { home: string; cli(line: string): Promise<Ran> }

/** A project with a session whose turn has ended. */
function recorded(): Paused {
  const { home, tell, append } = watch()
  const cwd = join(tempDir(), 'project')
  mkdirSync(cwd)
  tell('claude-code', 'UserPromptSubmit', { session_id: 's', cwd, prompt: 'Do it.' })
  for (const [kind, body = {}] of [STOPPED, judged('earned')])
    append('session/claude-code-s', { kind, body, actor: 'harness' })
  return { home, cli: (line) => runCli([...line.split(' '), '--home', home], {}, { cwd }) }
}

const SCREENS = ['sessions', 'sessions --all', 'outcome s', 'policy show']

describe.each(SCREENS)('bailiff %s', (screen) => {
  it('says first that recording is paused, and until when', async () => {
    const { cli } = recorded()
    const before = (await cli(screen)).out
    await cli('pause --yes --for 1h')
    const [line, ...rest] = (await cli(screen)).out.split('\n')
    expect(line).toMatch(/^! Recording is paused until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. To resume: bailiff resume$/)
    if (screen !== 'sessions --all') expect(rest.join('\n')).toBe(before)
  })

  it('says so for a pause without an end', async () => {
    const { cli } = recorded()
    await cli('pause --yes')
    expect((await cli(screen)).out).toMatch(/^! Recording is paused until further notice\. To resume: bailiff resume\n/)
  })

  it('says nothing after a person resumed, and nothing in JSON', async () => {
    const { cli } = recorded()
    await cli('pause --yes --for 1h')
    expect(JSON.parse((await cli(`${screen} --json`)).out)).toBeTypeOf('object')
    await cli('resume')
    expect((await cli(screen)).out).not.toContain('paused until')
  })
})

it('says nothing if there is no ledger', async () => {
  const { exit, out } = await runCli(['policy', 'show', '--project', tempDir(), '--home', join(tempDir(), 'none')])
  expect({ exit, isPaused: out.includes('paused') }).toEqual({ exit: 0, isPaused: false })
})

describe('pauses among the overrides', () => {
  const minuteOf = (n: number): string => `2026-03-01T12:${String(n).padStart(2, '0')}:00.000Z`

  /** The description of pauses at a minute, after these entries at other minutes. */
  function told(now: number, ...said: readonly (readonly [at: number, kind: string, body: JsonObject])[]): string[] {
    let at = 0
    const { home, append } = watch({ now: () => new Date(minuteOf(at)) })
    for (const [when, kind, body] of said) {
      at = when
      append('admin/pause', { kind, actor: 'admin', body })
    }
    return readOverrides(openToRead(home), '', new Date(minuteOf(now))).map(({ what }) => what)
  }

  const began = (at: number, until: number | null) =>
    [at, 'pause.began', { until: until === null ? null : minuteOf(until) }] as const
  const ended = (at: number) => [at, 'pause.ended', { until: minuteOf(at) }] as const

  it('last until their time', () => {
    expect(told(5, began(1, 10))).toEqual(['recording is paused until 2026-03-01 12:10 UTC'])
    expect(told(5, began(1, null))).toEqual(['recording is paused until further notice'])
  })

  it('end at their time, or earlier if a person resumes', () => {
    expect(told(20, began(1, 10))).toEqual(['recording was paused from 2026-03-01 12:01 to 2026-03-01 12:10 UTC'])
    for (const until of [10, null])
      expect(told(5, began(1, until), ended(4))).toEqual([
        'recording was paused from 2026-03-01 12:01 to 2026-03-01 12:04 UTC',
      ])
  })

  it('end when the next begins, and no later than planned', () => {
    const last = 'recording is paused until further notice'
    expect(told(30, began(1, null), began(4, null))).toEqual([
      'recording was paused from 2026-03-01 12:01 to 2026-03-01 12:04 UTC',
      last,
    ])
    expect(told(30, began(1, 10), began(20, null))).toEqual([
      'recording was paused from 2026-03-01 12:01 to 2026-03-01 12:10 UTC',
      last,
    ])
  })
})
