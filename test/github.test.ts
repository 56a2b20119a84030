import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** Checks the files that only GitHub reads: nothing else here would notice a mistake in them. */

const WORKFLOWS = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)
const FORMS = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml')
const PROJECT = JSON.parse(readFileSync('package.json', 'utf8'))
/** Texts that tell people and machines which scripts to run. */
const TEXTS = [...WORKFLOWS, 'CONTRIBUTING.md', 'docs/architecture.md', '.github/pull_request_template.md', '.ci/run']

type Job = {
  uses?: string
  'timeout-minutes'?: number
  steps?: { uses?: string; run?: string; with?: object }[]
  strategy?: { matrix: { [name: string]: unknown[] } }
}

const textOf = (path: string): string => readFileSync(path, 'utf8')
const jobsOf = (path: string): Job[] => Object.values(parse(textOf(path)).jobs)

describe.each(WORKFLOWS)('%s', (path) => {
  it('may only read the repository, unless a job says otherwise', () => {
    expect(parse(textOf(path)).permissions).toEqual({ contents: 'read' })
  })

  it('ends every job after a while', () => {
    expect(jobsOf(path).filter((job) => job.uses === undefined && job['timeout-minutes'] === undefined)).toEqual([])
  })

  it('pins actions by commit, names their version, and leaves no token in the clone', () => {
    const actions = [...textOf(path).matchAll(/- uses: (.*)/g)].map(([, action]) => action)
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([])
    const clones = jobsOf(path).flatMap(({ steps = [] }) => steps.filter(({ uses }) => /checkout/.test(uses ?? '')))
    for (const clone of clones) expect(clone.with).toEqual({ 'persist-credentials': false })
  })
})

describe('the tests on GitHub', () => {
  const { test } = parse(textOf('.github/workflows/test.yml')).jobs as { test: Job }
  const { node = [], shard = [] } = test.strategy?.matrix ?? {}

  it('start with the oldest Node that the package accepts', () => {
    expect(`>=${node[0]}`).toBe(PROJECT.engines.node.split('.')[0])
  })

  it('run every shard', () => {
    const [, of] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(JSON.stringify(test.steps)) ?? []
    expect(shard).toEqual(Array.from({ length: Number(of) }, (_, i) => i + 1))
  })
})

it.each(TEXTS)('%s names only scripts that exist', (path) => {
  const scripts = [...textOf(path).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name ?? '')
  expect(scripts.filter((name) => !(name in PROJECT.scripts))).toEqual([])
  const files = [...textOf(path).matchAll(/node (scripts\/[\w./-]+)/g)].map(([, file]) => file ?? '')
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it.each(FORMS)('%s is a form that GitHub accepts', (name) => {
  const { body, ...about } = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`))
  expect(about).toEqual({ name: expect.any(String), description: expect.any(String), labels: [expect.any(String)] })
  const questions = (body as { type: string; id?: string; attributes: { label?: string } }[]).filter(
    ({ type }) => type !== 'markdown',
  )
  for (const { type, attributes } of questions) {
    expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
    expect(attributes.label).toMatch(/\S/)
  }
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
})
