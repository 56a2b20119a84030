import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore } from '../../src/index.ts'
import { BAILIFF, besideNode, start } from './children.ts'
import { tempFolder } from './sample.ts'
import type { Subject } from './subject.ts'

const SESSIONS = 5_000
/** Sessions created at once. */
const GROUP = 50

const COMMAND = { baselineWhat: 'node -e 0', target: 2, by: 'processor time', unit: 'ms CPU' } as const

export const version: Subject = {
  ...COMMAND,
  name: 'version',
  what: 'bailiff --version',
  open: (scaled) => besideNode(() => start([BAILIFF, '--version']), scaled),
}

/** A supervised project, and a ledger with many sessions in it. */
export const statusLine: Subject = {
  ...COMMAND,
  name: 'status',
  what: `bailiff status --line, ${SESSIONS.toLocaleString('en-US')} sessions`,
  async open(scaled) {
    const dir = tempFolder()
    const [project, home] = [join(dir, 'project'), join(dir, 'home')]
    mkdirSync(join(project, '.git'), { recursive: true })
    start([BAILIFF, 'init', '--host', 'claude-code', '--no-checks', '--yes', '--home', home], '', project)
    const store = openFileStore(home)
    const record = (session: string) =>
      store.append(`session/claude-code-${session}`, [
        { kind: 'session.started', actor: 'harness', body: { host: 'claude-code', session, cwd: project } },
        { kind: 'turn.opened', actor: 'user', body: { prompt: 'Rework the parser.' } },
      ])
    const sessions = Array.from({ length: scaled(SESSIONS) }, (_, i) => `bench-${i}`)
    while (sessions.length > 0) await Promise.all(sessions.splice(0, GROUP).map(record))
    await store.close()
    return besideNode(() => start([BAILIFF, 'status', '--line', '--home', home], '', project), scaled)
  },
}
