import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { CLAIM_TYPES } from '../../policy/policy.ts'
import { allCommands } from '../commands/index.ts'
import { COMMON } from '../common-options.ts'
import { completed, firstWords, offerFor } from './words.ts'

describe('the offer for a placeholder', () => {
  it.each([
    ['yes|no', ['yes', 'no']],
    ['<bundle|snapshot|gap_map>', ['bundle', 'snapshot', 'gap_map']],
    ['<claim>', [...CLAIM_TYPES]],
    ['<names>', ['claude-code', 'codex', 'gemini']],
    ['<scope>', ['local', 'project', 'user']],
  ])('is a choice for %s', (placeholder, words) => {
    expect(offerFor(placeholder)).toEqual({ kind: 'choice', words })
  })

  it.each([
    ['<file>', 'files'],
    ['[<file>]', 'files'],
    ['<task.yaml> -- <agent command>', 'files'],
    ['<file.yaml|file.json|controller>', 'files'],
    ['<dir>', 'folders'],
    ['<n>s|m|h', 'nothing'],
    ['<n>MB|GB', 'nothing'],
    ['<session> [<turn>], or <run>', 'nothing'],
    ['', 'nothing'],
  ])('of %j is %s', (placeholder, kind) => {
    expect(offerFor(placeholder)).toEqual({ kind })
  })
})

const commands = await allCommands()

describe('the first words', () => {
  const firsts = firstWords(completed(commands, COMMON))

  it('are the commands, the groups and help, each once', () => {
    const words = firsts.map(({ word }) => word)
    expect(words).toEqual([...new Set(words)])
    expect(words).toEqual(expect.arrayContaining(['init', 'policy', 'completion', 'help']))
  })

  it('lead to every command', () => {
    const reached = firsts.flatMap(({ word, group }) => (group.length === 0 ? [word] : group.map(({ name }) => name)))
    expect(commands.map(({ name }) => name).filter((name) => !reached.includes(name))).toEqual([])
  })
})

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  it('has every command and option', async () => {
    const { exit, out } = await runCli(['completion', shell])
    expect(exit).toBe(0)
    const words = commands.flatMap(({ name, options }) => [...name.split(' '), ...Object.keys(options)])
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(out))).toEqual([])
  })

  it('is a JSON value with --json', async () => {
    const { out } = await runCli(['completion', shell, '--json'])
    expect(JSON.parse(out)).toMatchObject({ ok: true, shell, script: expect.stringContaining('bailiff') })
  })
})

it.each(['', 'powershell', 'constructor'])('is a usage error for the shell %j', async (shell) => {
  expect(await runCli(['completion', shell])).toMatchObject({ exit: 1, err: expect.stringContaining('[USAGE]') })
})
