import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkout, type PullRequestRepo, pullRequestRepo } from '../helpers/pull-requests.ts'
import { quickNpm } from '../helpers/quick-npm.ts'
import { tempDir } from '../helpers/temp.ts'

/**
 * Runs the steps of action.yml as GitHub's runner runs them: with its shell, its variables, and expressions replaced in `env`. No
 * runner is at hand here, so this is as close as a test comes.
 */

const ROOT = resolve(import.meta.dirname, '../..')

type Step = { shell?: string; env?: { [name: string]: string }; run?: string; uses?: string }
type Action = {
  inputs: { [name: string]: { description: string; default: string } }
  runs: { using: string; steps: Step[] }
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action

type Runner = { exit: number | null; log: string; summary: string; temp: string }
type Given = { with?: { [input: string]: string }; actionPath?: string; path?: string; event?: object }

function runAction(repo: PullRequestRepo, given: Given = {}): Runner {
  const temp = tempDir()
  const workspace = checkout(repo)
  const [summary, event, script] = ['summary.md', 'event.json', 'script.sh'].map((name) => join(temp, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(summary, '')
  writeFileSync(event, JSON.stringify(given.event ?? { pull_request: { title: 'A change', body: null } }))
  const values: { [expression: string]: string } = { 'github.action_path': given.actionPath ?? ROOT }
  for (const [name, input] of Object.entries(action.inputs))
    values[`inputs.${name}`] = given.with?.[name] ?? input.default
  const ran = action.runs.steps.map((step) => {
    writeFileSync(script, step.run ?? '')
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => values[expression] ?? ''),
    ])
    const env = {
      PATH: [given.path, quickNpm()].filter(Boolean).join(':'),
      HOME: tempDir(),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace,
      GITHUB_BASE_REF: 'main',
      GITHUB_HEAD_REF: 'feature',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temp,
      ...Object.fromEntries(own),
    }
    const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script]
    return spawnSync('bash', args, { cwd: workspace, env, encoding: 'utf8' })
  })
  return {
    exit: ran.find(({ status }) => status !== 0)?.status ?? 0,
    log: ran.map(({ stdout, stderr }) => `${stdout}${stderr}`).join(''),
    summary: readFileSync(summary, 'utf8'),
    temp,
  }
}

const WORK = { 'sub.mjs': 'export const sub = (a, b) => a - b\n' }
const BROKEN = { 'add.mjs': 'export const add = (a, b) => a - b\n' }

describe('the action', () => {
  it('is a composite one without actions of others, and no input becomes part of a script', () => {
    expect(action.runs.using).toBe('composite')
    for (const { shell, uses, run } of action.runs.steps) {
      expect(shell).toBe('bash')
      expect(uses).toBeUndefined()
      expect(run).not.toContain('${{')
    }
    const used = Object.values(action.runs.steps[0]?.env ?? {}).join(' ')
    expect(Object.keys(action.inputs).filter((name) => !used.includes(`inputs.${name} `))).toEqual([])
  })

  it('passes a pull request whose claims are earned, and writes the summary page', () => {
    const repo = pullRequestRepo()
    repo.commit('Add sub', WORK)
    const ran = runAction(repo, {
      path: process.env['PATH'] ?? '',
      event: { pull_request: { title: 'Add sub', body: 'All tests pass.' } },
    })
    expect(ran.log).toContain('✓ earned: every claim is earned')
    expect(ran.exit).toBe(0)
    expect(ran.summary).toContain('## ✅ Bailiff: earned')
    expect(ran.summary).toMatch(/\| tests \| ✅ passed \| [\d.]+ s \| 2 passed, 0 failed, 0 skipped \|/)
    expect(ran.summary).toMatch(/\| tests&#95;pass \| earned \| pull request \| All tests pass/)
  })

  it('fails a pull request whose body claims too much', () => {
    const repo = pullRequestRepo()
    repo.commit('Change add', BROKEN)
    const ran = runAction(repo, { event: { pull_request: { title: 'Change add', body: 'All tests pass.' } } })
    expect(ran.exit).toBe(2)
    expect(ran.summary).toContain('## ❌ Bailiff: blocked')
    expect(ran.summary).toContain('1 test failed')
  })

  it('takes hostile inputs as text', () => {
    const repo = pullRequestRepo()
    repo.commit('Add sub', WORK)
    const hostile = '"; touch "$RUNNER_TEMP/owned" #$(touch "$RUNNER_TEMP/owned")`touch "$RUNNER_TEMP/owned"`'
    const ran = runAction(repo, { with: { body: hostile, 'checks-hash': '' } })
    expect(ran.exit).toBe(0)
    expect(runAction(repo, { with: { base: hostile } })).toMatchObject({ exit: 1 })
    expect(runAction(repo, { with: { base: '--help' } })).toMatchObject({ exit: 1 })
    expect(() => readFileSync(join(ran.temp, 'owned'))).toThrow()
  })

  it('gets its own version from npm, away from the files of the pull request', () => {
    const repo = pullRequestRepo()
    repo.commit('Add sub', WORK)
    const [bin, actionPath] = [tempDir(), tempDir()]
    writeFileSync(join(actionPath, 'package.json'), '{ "version": "1.2.3" }')
    mkdirSync(join(actionPath, 'src'))
    writeFileSync(
      join(bin, 'npx'),
      '#!/bin/sh\npwd > "$RUNNER_TEMP/where"\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/asked"\n',
    )
    chmodSync(join(bin, 'npx'), 0o755)
    const ran = runAction(repo, { actionPath, path: bin })
    expect(ran.exit).toBe(0)
    expect(readFileSync(join(ran.temp, 'asked'), 'utf8')).toMatch(/^--yes\n--\nbailiff@1\.2\.3\nci\n--project=/)
    expect(readFileSync(join(ran.temp, 'where'), 'utf8')).toContain(ran.temp)
  })
})
