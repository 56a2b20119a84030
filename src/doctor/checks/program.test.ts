import { describe, expect, it } from 'vitest'
import type { ProgramFacts } from '../facts/program.ts'
import { checkProgram } from './program.ts'

const LAUNCHER = {
  path: '/h/bin/bailiff-hook',
  folder: '/h/bin/1.0.0-abc',
  nodes: ['/usr/bin/node', '/opt/node'],
  isAsWritten: true,
  isWhole: true,
}

const sound = (more: Partial<ProgramFacts> = {}): ProgramFacts => ({
  path: LAUNCHER.path,
  isThere: true,
  isExecutable: true,
  launcher: LAUNCHER,
  nodes: [{ path: '/usr/bin/node', version: '20.20.2' }],
  recorded: { launcherSha256: 'h', node: '/usr/bin/node', nodeVersion: '20.20.2' },
  launcherSha256: 'h',
  own: '1.0.0-abc',
  ...more,
})

const codes = (facts: ProgramFacts): string[] => checkProgram(facts).map(({ kind, code }) => `${kind} ${code}`)

describe('the program that hosts start', () => {
  it('reports nothing if it is as installed', () => {
    expect(codes(sound())).toEqual([])
    expect(codes(sound({ recorded: null, own: null }))).toEqual([])
  })

  it.each<[string, Partial<ProgramFacts>, string]>([
    ['is gone', { isThere: false }, 'finding LAUNCHER_MISSING'],
    ['may not be executed', { isExecutable: false }, 'finding LAUNCHER_MISSING'],
    ['is not ours', { launcher: null }, 'finding LAUNCHER_CHANGED'],
    ['was edited', { launcher: { ...LAUNCHER, isAsWritten: false } }, 'finding LAUNCHER_CHANGED'],
    ['starts a different Node than recorded', { launcherSha256: 'other' }, 'finding LAUNCHER_CHANGED'],
    [
      'starts a program that is missing or changed',
      { launcher: { ...LAUNCHER, isWhole: false } },
      'finding LAUNCHER_CHANGED',
    ],
    ['has no Node', { nodes: [] }, 'finding NODE_MISSING'],
    ['has a Node that does not start', { nodes: [{ path: '/usr/bin/node', version: null }] }, 'finding NODE_MISSING'],
    ['has a Node that is too old', { nodes: [{ path: '/usr/bin/node', version: '20.11.1' }] }, 'finding NODE_TOO_OLD'],
    ['has an ancient Node', { nodes: [{ path: '/usr/bin/node', version: '18.20.0' }] }, 'finding NODE_TOO_OLD'],
    ['fell back to another Node', { nodes: [{ path: '/opt/node', version: '22.1.0' }] }, 'note NODE_CHANGED'],
    ['has a Node that was upgraded', { nodes: [{ path: '/usr/bin/node', version: '22.1.0' }] }, 'note NODE_CHANGED'],
    ['is another version', { own: '1.1.0-def' }, 'note PROGRAM_OTHER'],
  ])('reports that it %s', (_, more, code) => {
    expect(codes(sound(more))).toEqual([code])
  })
})
