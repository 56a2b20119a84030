import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { watch } from '../../../test/helpers/world.ts'
import { howChecked } from '../../claims/how-checked.ts'

const STREAM = 'session/claude-code-s'

/** A session that begins in a project with this policy file. */
function begin(policy: string | null) {
  const watched = watch()
  const project = tempDir()
  if (policy !== null) write(project, policy)
  const start = () => watched.tell('claude-code', 'SessionStart', { session_id: 's', cwd: project, source: 'startup' })
  const approve = () =>
    runCli(['policy', 'approve', '--yes', '--project', project], { BAILIFF_HOME: watched.home }, { cwd: project })
  return { watched, project, start, approve }
}

function write(project: string, policy: string): void {
  mkdirSync(join(project, '.bailiff'), { recursive: true })
  writeFileSync(join(project, '.bailiff/policy.yaml'), policy)
}

const POLICY = 'version: 1\nvalidators: { tests: npm test }\nbindings: { done: tests }\n'

describe('the active policy of a session', () => {
  it('is the built-in one if there is no policy at all: one line tells the person, and nothing is recorded', () => {
    const { start, watched } = begin(null)
    const notice = 'Bailiff: This project has no policy, so claims only get warnings. Run: bailiff init'
    expect(start()).toEqual({ kind: 'go-on', notice })
    expect(watched.kinds(STREAM)).not.toContain('policy.ruling')
  })

  it('is the built-in one if the policy file is not approved, and one line tells the person', () => {
    const { start, watched } = begin(POLICY)
    const notice = expect.stringMatching(/^Bailiff: .*not approved on this machine, so claims only get warnings.*$/)
    expect(start()).toEqual({ kind: 'go-on', notice })
    expect(watched.bodies(STREAM, 'policy.ruling')).toMatchObject([{ why: 'built-in', source: null }])
  })

  it('is recorded if it was approved, and the agent is told how claims are checked', async () => {
    const { start, watched, approve, project } = begin(POLICY)
    expect((await approve()).exit).toBe(0)
    expect(start()).toEqual({ kind: 'context', text: howChecked(['done', 'work']) })
    expect(watched.bodies(STREAM, 'policy.ruling')).toEqual([
      { why: 'approved', source: expect.stringMatching(/^[0-9a-f]{64}$/), project: realpathSync(project) },
    ])
  })

  it('is not mentioned to the agent if no claim is checked', async () => {
    const { start, approve } = begin(`${POLICY}modes: { done: off }\n`)
    expect((await approve()).exit).toBe(0)
    expect(start()).toEqual({ kind: 'go-on' })
  })

  it('is the approved copy if the file changed since, and one line tells the person', async () => {
    const { start, watched, approve, project } = begin(POLICY)
    expect((await approve()).exit).toBe(0)
    write(project, `${POLICY}modes: { done: off }\n`)
    expect(start()).toMatchObject({ notice: expect.stringContaining('differs from the approved one') })
    expect(watched.bodies(STREAM, 'policy.ruling')).toMatchObject([{ why: 'approved-copy' }])
  })
})
