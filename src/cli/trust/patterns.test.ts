import { describe, expect, it } from 'vitest'
import { readPack } from '../../../scripts/trust-pack.ts'
import { trustPlace } from '../../../test/helpers/trust-commands.ts'
import { exemplarAdded, keptCommand, patternAdded, taught } from '../../../test/helpers/trust-facts.ts'
import type { TrustFact } from '../../trust/facts.ts'
import { CATEGORIES } from '../../trust/patterns.ts'

const OWN: TrustFact[] = [
  taught(
    1,
    patternAdded(keptCommand('p', 'x', 'own pattern\u001b[2J'), 'persistence'),
    { kind: 'pattern.weighed', id: 'p', weight: 0.5 },
    exemplarAdded(keptCommand('e', 'y', 'own exemplar')),
  ),
]

describe('bailiff trust patterns', () => {
  it('counts the patterns of each category, and ends with the next step', async () => {
    const { exit, out } = await trustPlace().trust(['patterns'])
    expect(exit).toBe(0)
    const lines = readPack()
    for (const category of CATEGORIES) {
      const count = lines.filter((one) => one.category === category).length
      expect(out).toMatch(new RegExp(`^${category.replaceAll('_', ' ')} +${count} +0$`, 'm'))
    }
    expect(out).toMatch(
      new RegExp(`^benign exemplars +${lines.filter((one) => one.category === null).length} +0$`, 'm'),
    )
    expect(out).toMatch(/\nTo list some: bailiff trust patterns --category destructive\n$/)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('lists one category, one line each', async () => {
    const { out } = await trustPlace().trust(['patterns', '--category', 'exfiltration'])
    const count = readPack().filter((one) => one.category === 'exfiltration').length
    expect(out.trimEnd().split('\n')).toHaveLength(count + 1)
    expect(out.trimEnd().split('\n').at(-1)).toBe(`${count} patterns`)
    expect(out).not.toContain('destructive')
  })

  it('lists what is about a text, in any case', async () => {
    const rows = async (text: string): Promise<unknown> => (await trustPlace().json(['patterns', text]))['patterns']
    const found = (await rows('SSH')) as { about: string; category: string }[]
    expect(found.length).toBeGreaterThan(3)
    expect(found.every(({ about, category }) => /ssh/i.test(about) && category !== null)).toBe(true)
    expect(await rows('ssh')).toEqual(found)
  })

  it('lists exemplars instead on request', async () => {
    const { patterns } = (await trustPlace().json(['patterns', '--exemplars'])) as { patterns: { category: null }[] }
    expect(patterns.every(({ category }) => category === null)).toBe(true)
    expect(patterns).toHaveLength(readPack().filter((one) => one.category === null).length)
  })

  it('says if none matches', async () => {
    expect(await trustPlace().trust(['patterns', 'no such words anywhere'])).toEqual({
      exit: 0,
      out: 'No pattern matches.\n',
      err: '',
    })
  })

  it("shows the project's own patterns and where they come from", async () => {
    const place = trustPlace()
    await place.learn(...OWN)
    expect((await place.trust(['patterns'])).out).toMatch(/^persistence +\d+ +1$/m)
    const listed = await place.trust(['patterns', 'own pattern'])
    expect(listed.out).toMatch(/^persistence +own pattern.* +project\n1 pattern\n$/)
    expect(listed.out).not.toContain('\u001b')
    expect(await place.json(['patterns', 'own exemplar', '--exemplars'])).toMatchObject({
      patterns: [{ id: 'e', about: 'own exemplar', category: null, from: 'project', weight: 1 }],
    })
  })

  it('accepts a category with dashes', async () => {
    const rows = async (name: string): Promise<unknown> =>
      (await trustPlace().json(['patterns', '--category', name]))['patterns']
    expect(await rows('credential-access')).toEqual(await rows('credential_access'))
  })

  it.each([
    [['--category', 'exfiltratoin'], 'Did you mean "exfiltration"?'],
    [['--category', 'cred'], 'Did you mean "credential_access"?'],
    [['--category', 'zzzzzzzzzzzz'], 'Categories: destructive, '],
    [['--category', ''], 'Unknown category ""'],
    [['--category', '__proto__'], 'Unknown category'],
    [['--category', 'persistence', '--exemplars'], 'Exemplars are benign'],
  ])('explains a mistake: %j', async (args, message) => {
    const { exit, out, err } = await trustPlace().trust(['patterns', ...args])
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain(message)
  })

  it('needs no ledger and makes none', async () => {
    const place = trustPlace()
    await place.trust(['patterns'])
    expect(place.hasLedger()).toBe(false)
  })
})
