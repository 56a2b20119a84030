import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openKeyring } from '../ledger/stores/files/keyring.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { userIn, whoIn } from './who.ts'

function set(local: string | null, global: string | null) {
  const dir = tempDir()
  closeHome(openFiles(join(dir, 'home')))
  mkdirSync(join(dir, 'project/.git'), { recursive: true })
  if (local !== null) writeFileSync(join(dir, 'project/.git/config'), local)
  if (global !== null) writeFileSync(join(dir, '.gitconfig'), global)
  const home = { dir: join(dir, 'home'), keyring: openKeyring(join(dir, 'home')) }
  return whoIn(home, join(dir, 'project'), { HOME: dir })
}

const ADA = '[core]\n\tbare = false\n[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n'

describe('who decides', () => {
  it("is the system user with the identity in git's settings", () => {
    expect(set(null, ADA)).toEqual({
      user: userInfo().username,
      git: 'Ada Lovelace <ada@example.org>',
      adminKey: null,
    })
  })

  it('is the identity of the repository before that of the person', () => {
    expect(set('[user]\n  email = ada@work.example\n', ADA).git).toBe('Ada Lovelace <ada@work.example>')
  })

  it('is the system user alone without git settings, or with a folder in their place', () => {
    expect(set(null, null).git).toBeNull()
    expect(set('[user "x"]\nname = Eve\n[user', '[url "git@h:"]\ninsteadOf = user').git).toBeNull()
  })

  it.each([
    ['[user] name = Ada', 'Ada'],
    ['[User]\r\nName = Ada ; the first\r', 'Ada'],
    ['[user]\nname = "Ada # Lovelace" # said so', 'Ada # Lovelace'],
    ['[user]\nname = Eve\n[core]\nname = Mallory\n[user]\nname = Ada', 'Ada'],
    [`[user]\nname = "${'x'.repeat(1 << 19)}`, ''],
    [`[user]\nname = ${'x'.repeat(1 << 19)}`, 'x'.repeat(199)],
  ])('reads the name in %j', (config, name) => {
    expect(userIn(config).get('name')).toBe(name)
  })
})
