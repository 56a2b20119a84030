import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { runCli } from '../helpers/cli.ts'
import { watch } from '../helpers/world.ts'
import { ATTACKS, filled, type Row, type Scene, scene, told } from './rows.ts'

/** Attacks that are not prevented: run for real in a separate home, and then searched for. */
function during(row: Row, where: Scene): void {
  const watched = watch({}, where.state)
  const { host, event, payload } = told(row, where)
  const env = { HOME: where.person }
  const [started, stopped] = host === 'gemini' ? ['SessionStart', 'AfterAgent'] : ['SessionStart', 'Stop']
  const common = { session_id: 's', cwd: where.project }
  watched.tell(host, started, { ...common, source: 'startup' }, env)
  expect(watched.tell(host, event, payload, env)).toEqual({ kind: 'go-on' })
  execFileSync('bash', ['-c', filled(row.call, where)], {
    cwd: where.project,
    env: { PATH: process.env['PATH'], ...env },
  })
  watched.tell(host, stopped, { ...common, last_assistant_message: 'Done.' }, env)
}

const rows = (by: string): Row[] => ATTACKS.filter(({ outcome }) => outcome === `found ${by}`)

function withRepository(where: Scene): Scene {
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: where.project })
  git('init', '-q')
  git('add', 'package.json')
  git('commit', '-qm', 'Begin')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@example.org')
  return where
}

describe('an attack that is not prevented', () => {
  it.each(rows('explain'))('is shown by explain: $what', async (row) => {
    const where = withRepository(scene())
    during(row, where)
    const { out } = await runCli(['explain', 's'], { BAILIFF_HOME: where.state })
    expect(out.replace(/\s+/g, ' ')).toContain('Settings that may contain hooks changed while the session ran:')
    expect(out.replace(/\s/g, '')).toContain(join(where.project, '.claude/settings.json').replace(/\s/g, ''))
    expect(out).toContain('settings-changed-mid-session')
  })

  it.each(rows('verify'))('is found by verify: $what', async (row) => {
    const where = scene()
    during(row, where)
    const { ok, findings } = await verifyFiles(where.state)
    expect(ok).toBe(false)
    expect(findings.map(({ reason }) => reason).join()).toMatch(/register-(?:missing|lost)/)
  })
})
