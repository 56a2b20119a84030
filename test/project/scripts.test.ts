import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../helpers/temp.ts'

function run(script: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts', script), ...args], {
    encoding: 'utf8',
    ...options,
  })
  return { status, stdout, stderr }
}

describe('npm run check', () => {
  it('runs the steps that it is asked for, shows why one failed, and says how to run it alone', () => {
    const { status, stdout, stderr } = run('check.mjs', ['lint', 'types'], { cwd: tempDir(), env: {} })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^✗ lint .* s\n✗ types .* s\n$/)
    expect(stderr).toContain('spawn biome ENOENT. Run: npm ci')
    expect(stderr).toContain('\nFailed: lint, types. To run a step alone:\n  npm run check -- lint\n')
  })

  it('runs nothing if a step is unknown', () => {
    expect(run('check.mjs', ['lint', 'nothing'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Unknown step: nothing.\nusage: npm run check -- [lint|types|'),
    })
  })
})

describe('npm run eval, study and train', () => {
  it.each([
    ['eval', 'claims|dispatches|trust'],
    ['study', 'learning|readers|trust'],
    ['train', 'claims|split-claims|trust'],
  ])('%s lists its subjects', (kind, subjects) => {
    const usage = `usage: npm run ${kind} -- ${subjects} [arguments]\n`
    expect(run('subject.mjs', [kind])).toEqual({ status: 1, stdout: '', stderr: usage })
    expect(run('subject.mjs', [kind, 'nothing']).stderr).toBe(`Unknown subject "nothing".\n${usage}`)
  })

  it('pass the arguments to the script of the subject', () => {
    const { status, stdout } = run('subject.mjs', ['eval', 'claims', 'test/fixtures/claims/open.jsonl'])
    expect([status, stdout]).toEqual([0, expect.stringContaining('test/fixtures/claims/open.jsonl\n  type ')])
  })
})
