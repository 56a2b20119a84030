import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { machine, put, settingsOf, snapshot, takeAway, write } from '../../../test/helpers/machine.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { Approval } from '../approvals.ts'
import { readToml } from '../settings/toml.ts'
import { approvalsFor, approve as approveIn, disapprove } from './approvals.ts'

const approve = (toml: string, needed: readonly Approval[]): string | null => approveIn(toml, needed, readToml)

const configOf = (person: string): string => join(person, '.codex', 'config.toml')

describe('an approval', () => {
  it('is identified by file, event and position, and is the hash that Codex computes', () => {
    const ours = { type: 'command', command: 'mine', timeout: 30 }
    const settings = {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }, { matcher: 'a', hooks: [ours] }] },
    }
    const isOurs = (handler: unknown) => (handler as { command: string }).command === 'mine'
    const approved =
      '{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"mine","timeout":30,"type":"command"}],"matcher":"a"}'
    expect(approvalsFor(settings, '/c/hooks.json', isOurs)).toEqual([
      { key: '/c/hooks.json:pre_tool_use:1:0', hash: `sha256:${sha256(approved)}` },
    ])
  })

  const approvals = [
    { key: '/a "b"\\c/hooks.json:stop:0:0', hash: 'sha256:1' },
    { key: '/a "b"\\c/hooks.json:session_end:2:0', hash: 'sha256:2' },
  ]

  it.each([
    ['nothing', ''],
    ['settings', 'model = "x"\n\n[tui]\ntheme = "dark"\n'],
    ['lines of Windows', 'model = "x"\r\n'],
    ['a value of several lines', 'note = """\nhooks = 1\nstate = { }\n"""\n'],
  ])('is appended to %s, and removed without a trace', (_, before) => {
    const after = approve(before, approvals) ?? ''
    expect(after.startsWith(before)).toBe(true)
    expect(after.match(/trusted_hash/g)).toHaveLength(2)
    expect(approve(after, approvals)).toBe(after)
    expect(disapprove(after, approvals)).toBe(before)
    const eol = before.includes('\r\n') ? '\r\n' : '\n'
    expect(disapprove(`${after}${eol}[more]${eol}x = 1${eol}`, approvals)).toBe(
      `${before}${eol}[more]${eol}x = 1${eol}`,
    )
  })

  it.each([
    [
      'another approval of the same hook',
      `[hooks.state.${JSON.stringify(approvals[0]?.key)}]\ntrusted_hash = "sha256:9"\n`,
    ],
    ['hooks that are written inline', 'hooks = { state = {} }\n'],
    ['a state that is written inline', '[hooks]\nstate = { }\n'],
    ['a file that is not valid TOML', 'model = \n'],
  ])('does not overwrite %s', (_, before) => {
    expect(approve(before, approvals)).toBeNull()
  })

  it('stays if someone has added to it', () => {
    const after = `${approve('', approvals)}enabled = false\n`
    expect(disapprove(after, approvals)).toContain('session_end')
    expect(disapprove(after, approvals)).not.toContain(':stop:')
  })
})

describe('config.toml', () => {
  it('is not touched without consent', () => {
    const on = machine()
    write(configOf(on.person), 'model = "x"\n')
    expect(put(on, ['codex']).approvals).toEqual([{ host: 'codex', how: 'by-person' }])
    expect(readFileSync(configOf(on.person), 'utf8')).toBe('model = "x"\n')
  })

  it.each(['model = "x"', 'model = "x"\n', null])(
    'is the same as before, byte for byte, after removing: %j',
    (before) => {
      const on = machine()
      if (before !== null) write(configOf(on.person), before)
      const all = snapshot(on)
      expect(put(on, ['codex'], 'user', true).approvals).toEqual([{ host: 'codex', how: 'written' }])
      put(on, ['codex'], 'project', true)
      expect(readFileSync(configOf(on.person), 'utf8').match(/trusted_hash/g)).toHaveLength(22)
      takeAway(on)
      expect(snapshot(on)).toEqual(all)
    },
  )

  it('keeps the approvals of hooks that stay', () => {
    const on = machine()
    write(configOf(on.person), 'model = "x"\n')
    const all = snapshot(on)
    put(on, ['codex'], 'user', true)
    put(on, ['codex'], 'project', true)
    takeAway(on, ['codex'], 'user')
    const left = readFileSync(configOf(on.person), 'utf8')
    expect(left.match(/trusted_hash/g)).toHaveLength(11)
    expect(left).toContain(settingsOf(on, 'codex', 'project'))
    takeAway(on, ['codex'], 'project')
    expect(snapshot(on)).toEqual(all)
  })

  it('keeps what Codex wrote since, and loses the approvals of our hooks', () => {
    const on = machine()
    put(on, ['codex'], 'user', true)
    writeFileSync(configOf(on.person), `${readFileSync(configOf(on.person), 'utf8')}\n[notice]\nseen = true\n`)
    takeAway(on)
    expect(readFileSync(configOf(on.person), 'utf8')).toBe('\n[notice]\nseen = true\n')
  })
})
