import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const bench = (...args: string[]) => spawnSync(process.execPath, ['bench/run.mjs', ...args], { encoding: 'utf8' })

describe('the bench', () => {
  it.runIf(process.platform === 'linux')('runs every subject, and prints a row for each', () => {
    const names = /^subjects: (.*)$/m.exec(bench('--help').stdout)?.[1]?.split(', ')
    const { status, stdout, stderr } = bench('--rounds', '1')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const rows = stdout.split('\n').filter((line) => line.includes('  trial  '))
    expect(rows.map((row) => row.split(' ')[0])).toEqual(names)
  })

  it('lists its subjects in --help', () => {
    expect(bench('--help')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('subjects: append,'),
    })
  })

  it.each([
    [['nothing-like-it'], 'Unknown subject "nothing-like-it".'],
    [['append', 'nothing-like-it'], 'Unknown subject "nothing-like-it".'],
    [['--nothing-like-it'], "Unknown option '--nothing-like-it'"],
    [['--rounds', 'many'], '--rounds must be a whole number, not "many".'],
  ])('measures nothing when called with %j, and says why', (args, why) => {
    const { status, stdout, stderr } = bench(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(why)
    expect(stderr).toContain('subjects: append,')
    expect(stderr).not.toContain('    at ')
  })
})
