import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'

describe('bailiff docs', () => {
  it('lists the pages, and prints one', async () => {
    const { exit, out } = await runCli(['docs'])
    expect(exit).toBe(0)
    expect(out).toMatch(/^what-you-see +What you see and what to do\n/)
    expect(out).toMatch(/^policy +Policies$/m)
    expect((await runCli(['docs', 'policy'])).out).toBe(readFileSync('docs/policy.md', 'utf8'))
  })

  it.each(['../README', 'nothing', 'policy.md'])('refuses %j, and names the pages', async (page) => {
    expect(await runCli(['docs', page])).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/Known: .*policy.*\[USAGE\]/),
    })
  })

  it('has every page that a message names', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    )
    const named = sources.flatMap((name) => [
      ...readFileSync(join('src', name), 'utf8').matchAll(/bailiff docs ([a-z-]+)/g),
    ])
    expect(named.length).toBeGreaterThan(5)
    const pages = readdirSync('docs')
    for (const [, page] of named) expect(pages).toContain(`${page}.md`)
  })
})
