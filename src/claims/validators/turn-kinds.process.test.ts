import { describe, expect, it } from 'vitest'
import { validating } from '../../../test/helpers/validating.ts'
import type { JsonObject } from '../../ledger/kinds.ts'

/** Validators that only read the ledger's record of the turn. */

type Session = Awaited<ReturnType<typeof validating>>
let calls = 0

/** A tool call: its proposal and its end. */
function call({ tell }: Session, tool_name: string, tool_input: JsonObject, error?: string): void {
  const tool_use_id = `toolu_${++calls}`
  tell('PreToolUse', { tool_name, tool_input, tool_use_id })
  const more = { tool_name, tool_input, tool_use_id }
  if (error === undefined) tell('PostToolUse', { ...more, tool_response: { stdout: '', stderr: '' } })
  else tell('PostToolUseFailure', { ...more, error, is_interrupt: false })
}

const bash = (session: Session, command: string, error?: string): void => call(session, 'Bash', { command }, error)

const one = (claim: string, validator: string, more = ''): string => `version: 1
validators:
  check: ${validator}
bindings:
  ${claim}: check
accept_reported: true
${more}`

describe('observed_command', () => {
  const policy = one('verified', '{ kind: observed_command, command: npm run lint }')
  const NOT = { exit: 2, code: 'NOT_OBSERVED' }

  it('passes, as reported, if the command succeeded in this turn', async () => {
    const session = await validating(policy)
    expect(await session.validate('verified', 'check')).toMatchObject(NOT)
    bash(session, 'npm   run "lint"')
    expect(await session.validate('verified', 'check')).toMatchObject({ exit: 0, grade: 'reported' })
  })

  it.each([
    'npm run lint || true',
    'npm run lint | tee log',
    'npm run lint; exit 0',
    'echo npm run lint',
    'npm run lint --fix',
    'PATH=/tmp/evil npm run lint',
    'npm run',
  ])('does not accept %j instead', async (command) => {
    const session = await validating(policy)
    bash(session, command)
    expect(await session.validate('verified', 'check')).toMatchObject(NOT)
  })

  it('fails if the command failed, if files have changed since, and in the next turn', async () => {
    const session = await validating(policy)
    bash(session, 'npm run lint', 'Exit code 1')
    expect(await session.validate('verified', 'check')).toMatchObject(NOT)
    bash(session, 'npm run lint')
    expect(await session.validate('verified', 'check')).toMatchObject({ exit: 0 })
    call(session, 'Edit', { file_path: `${session.project}/a.ts`, old_string: 'a', new_string: 'b' })
    expect(await session.validate('verified', 'check')).toMatchObject(NOT)
    bash(session, 'npm run lint')
    session.tell('UserPromptSubmit', { prompt: 'Go on.' })
    expect(await session.validate('verified', 'check')).toMatchObject(NOT)
  })
})

describe('file_diff_present', () => {
  const policy = one('done', "{ kind: file_diff_present, paths: ['src/**', '!src/generated/**'] }")
  const NOT = { exit: 2, code: 'NOT_CHANGED' }

  it('passes, as reported, if one of those files was written in this turn', async () => {
    const session = await validating(policy)
    expect(await session.validate('done', 'check')).toMatchObject(NOT)
    call(session, 'Write', { file_path: `${session.project}/src/a.ts`, content: 'a' })
    expect(await session.validate('done', 'check')).toMatchObject({
      exit: 0,
      grade: 'reported',
      data: { paths: ['src/a.ts'] },
    })
  })

  it('sees files that a shell writes', async () => {
    const session = await validating(policy)
    bash(session, 'echo a > src/b.ts')
    expect(await session.validate('done', 'check')).toMatchObject({ exit: 0, data: { paths: ['src/b.ts'] } })
  })

  it.each([
    ['Write', 'docs/a.md', undefined],
    ['Write', 'src/generated/a.ts', undefined],
    ['Write', '../src/a.ts', undefined],
    ['Read', 'src/a.ts', undefined],
    ['Write', 'src/a.ts', 'it failed'],
  ])('does not count %s of %s (%s)', async (tool, path, error) => {
    const session = await validating(policy)
    call(session, tool, { file_path: `${session.project}/${path}` }, error)
    expect(await session.validate('done', 'check')).toMatchObject(NOT)
  })
})

describe('fetch_attempt_proof', () => {
  const ROUTES =
    '[{ name: web, tool: WebFetch }, { name: curl, command: curl }, { name: api, command: gh, host: api.example.org }]'
  const policy = one('delegation', `{ kind: fetch_attempt_proof, distinct_routes_attempted: 2, routes: ${ROUTES} }`)
  const NOT = { exit: 2, code: 'NOT_ATTEMPTED' }
  const prove = (session: Session, given: JsonObject = {}) => session.validate('delegation', 'check', given)

  it('passes, as reported, if enough different routes were tried and failed', async () => {
    const session = await validating(policy)
    call(session, 'WebFetch', { url: 'https://example.org/linkedin_cookie' }, 'Request failed with status code 403')
    expect(await prove(session)).toMatchObject(NOT)
    call(session, 'WebFetch', { url: 'https://example.org/other' }, 'Request failed with status code 403')
    expect(await prove(session)).toMatchObject(NOT)
    bash(session, 'curl -fsS https://example.org/linkedin_cookie', 'Exit code 22\ncurl: (22) error: 403')
    expect(await prove(session)).toMatchObject({ exit: 0, grade: 'reported' })
    expect(await prove(session, { distinct_routes_attempted: 3 })).toMatchObject(NOT)
    expect(await prove(session, { target_keyword: 'linkedin_cookie', distinct_routes_attempted: 2 })).toMatchObject({
      exit: 0,
    })
    expect(await prove(session, { target_keyword: 'other' })).toMatchObject(NOT)
  })

  it.each([
    ['curl --no-such-option x', 'Exit code 2\ncurl: option --no-such-option: is unknown'],
    ['curl', 'Exit code 2\ncurl: (2) no URL specified'],
    ['curl https://example.org', 'Exit code 127\ncurl: command not found'],
    ['curl https://example.org; false', 'Exit code 1'],
    ['false && curl https://example.org', 'Exit code 1'],
    ['! curl https://example.org', 'Exit code 1'],
    ['echo curl https://example.org; false', 'Exit code 1'],
    ['gh api https://elsewhere.org/x', 'Exit code 1'],
    ['curl https://example.org', undefined],
  ])('does not count %j that ends with %j', async (command, error) => {
    const session = await validating(policy)
    call(session, 'WebFetch', { url: 'https://example.org/' }, '403')
    bash(session, command, error)
    expect(await prove(session)).toMatchObject(NOT)
  })

  it('does not count a route that worked later', async () => {
    const session = await validating(policy)
    call(session, 'WebFetch', { url: 'https://example.org/' }, '403')
    bash(session, 'curl -f https://example.org', 'Exit code 22')
    bash(session, 'curl -f https://example.org')
    expect(await prove(session)).toMatchObject(NOT)
  })

  it.each([{ distinct_routes_attempted: 1 }, { target_keyword: 'a' }, { target_keyword: 3 }, { turn: 1 }])(
    'refuses %j',
    async (given) => {
      expect(await prove(await validating(policy), given)).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
    },
  )
})

describe('ladder_exhaustion_proof', () => {
  const ladder = 'contract: { ladder: [{ name: web, tool: WebFetch }, { name: curl, command: curl }] }\n'
  const policy = one('blocked', '{ kind: ladder_exhaustion_proof }', ladder)

  it('passes only when every rung was tried and failed in this turn', async () => {
    const session = await validating(policy)
    call(session, 'WebFetch', { url: 'https://example.org/' }, '403')
    const ran = await session.validate('blocked', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'NOT_ATTEMPTED' })
    expect(ran.said).toContain('curl')
    bash(session, 'curl -f https://example.org', 'Exit code 22')
    expect(await session.validate('blocked', 'check')).toMatchObject({ exit: 0, grade: 'reported' })
    session.tell('UserPromptSubmit', { prompt: 'Try again.' })
    expect(await session.validate('blocked', 'check')).toMatchObject({ exit: 2, code: 'NOT_ATTEMPTED' })
  })
})

describe('red_green', () => {
  const COMMAND = ['grep', '-qx', 'good', 'state']
  const policy = `version: 1
validators:
  check: ${JSON.stringify(COMMAND)}
  regression: { kind: red_green, of: check }
bindings:
  fixed: regression
  done: check
`

  it('passes if the same check failed earlier in this turn and passes now', async () => {
    const { validate, write } = await validating(policy, { state: 'bad' })
    expect(await validate('fixed', 'regression')).toMatchObject({ exit: 2, code: 'COMMAND_FAILED' })
    write({ state: 'good' })
    expect(await validate('fixed', 'regression')).toMatchObject({
      exit: 0,
      grade: 'executed',
      data: { redGrade: 'executed' },
    })
  })

  it('passes even if it failed for another claim, or only in a host report', async () => {
    const one = await validating(policy, { state: 'bad' })
    await one.validate('done', 'check')
    one.write({ state: 'good' })
    expect(await one.validate('fixed', 'regression')).toMatchObject({ exit: 0 })
    const other = await validating(policy, { state: 'good' })
    bash(other, COMMAND.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '), 'Exit code 1')
    expect(await other.validate('fixed', 'regression')).toMatchObject({ exit: 0, data: { redGrade: 'reported' } })
  })

  it('fails if it never failed, failed in an earlier turn, or still fails', async () => {
    const { validate, write, tell } = await validating(policy, { state: 'good' })
    expect(await validate('fixed', 'regression')).toMatchObject({ exit: 2, code: 'NOT_RED' })
    write({ state: 'bad' })
    await validate('fixed', 'regression')
    tell('UserPromptSubmit', { prompt: 'Go on.' })
    expect(await validate('fixed', 'regression')).toMatchObject({ exit: 2, code: 'COMMAND_FAILED' })
    tell('UserPromptSubmit', { prompt: 'Go on.' })
    write({ state: 'good' })
    expect(await validate('fixed', 'regression')).toMatchObject({ exit: 2, code: 'NOT_RED' })
  })

  it('fails if the check fails and passes on the same content', async () => {
    const flaky = ['test', '-e', 'ignored']
    const text = policy.replace(JSON.stringify(COMMAND), JSON.stringify(flaky))
    const { validate, write } = await validating(text, { '.gitignore': 'ignored\n' })
    await validate('fixed', 'regression')
    write({ ignored: '' })
    expect(await validate('fixed', 'regression')).toMatchObject({ exit: 2, code: 'NOT_RED' })
  })
})
