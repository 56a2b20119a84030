import { describe, expect, it } from 'vitest'
import { ruleOn } from '../../src/dispatch/call-verdict.ts'
import type { Json } from '../../src/ledger/kinds.ts'
import { builtInDispatch, type DispatchPolicy } from '../../src/policy/dispatch.ts'
import { policyOf, problemsOf } from '../helpers/policies.ts'
import { verdictOn } from '../helpers/score-dispatches.ts'

const policy = (text: string): DispatchPolicy => policyOf(`version: 1\ndispatch: ${text}\n`).dispatch

const on = (text: string, command: string, role = 'main') =>
  verdictOn('Bash', { command }, { policy: policy(text), role })
const said = (text: string, command: string, role = 'main'): string =>
  [on(text, command, role).answer, ...on(text, command, role).findings.map(({ code }) => code)].join(' ')

describe('codes', () => {
  it.each([
    ['{}', 'ask WORK_DISCARDED'],
    ['{ codes: { WORK_DISCARDED: deny } }', 'deny WORK_DISCARDED'],
    ['{ codes: { WORK_DISCARDED: flag } }', 'flag WORK_DISCARDED'],
    ['{ codes: { WORK_DISCARDED: allow } }', 'allow'],
  ])('do what the policy says: %s', (text, expected) => {
    expect(said(text, 'git reset --hard')).toBe(expected)
  })

  it('that are unknown are reported as a typo', () => {
    expect(problemsOf('version: 1\ndispatch: { codes: { WORK_DISCARDET: deny } }\n')).toEqual([
      expect.stringContaining('Did you mean "WORK_DISCARDED"?'),
    ])
  })

  it.each(['RISK_HIGH', 'RISK_UNKNOWN'])('of a score cannot be denied: %s', (code) => {
    expect(problemsOf(`version: 1\ndispatch:\n  codes:\n    WORK_DISCARDED: deny\n    ${code}: deny\n`)).toEqual([
      `5:${code.length + 7} dispatch.codes.${code}: A score never denies a call by itself: write allow, flag or ask.`,
    ])
    for (const answer of ['allow', 'flag', 'ask'])
      expect(problemsOf(`version: 1\ndispatch: { codes: { ${code}: ${answer} } }\n`)).toEqual([])
  })

  it('get the strictest answer, whose finding comes first', () => {
    expect(said('{ codes: { STARTUP_CHANGED: deny } }', 'git reset --hard; crontab x')).toBe(
      'deny STARTUP_CHANGED WORK_DISCARDED',
    )
  })
})

describe('if no one can be asked', () => {
  const { findings } = verdictOn('Bash', { command: 'git reset --hard' })

  it('a question is a flag, or a denial if the policy says so', () => {
    const flag = ruleOn(findings, builtInDispatch(), () => false)
    const deny = ruleOn(findings, { ...builtInDispatch(), nobodyToAsk: 'deny' }, () => false)
    const ask = ruleOn(findings, { ...builtInDispatch(), nobodyToAsk: 'deny' }, () => true)
    expect([flag, deny, ask].map(({ answer, isUnasked }) => [answer, isUnasked])).toEqual([
      ['flag', true],
      ['deny', true],
      ['ask', false],
    ])
  })

  it('a score alone is never denied, but a finding of the checks beside it is', () => {
    const strict: DispatchPolicy = { ...builtInDispatch(), nobodyToAsk: 'deny' }
    const risk = { code: 'RISK_HIGH', said: '0.90', answer: 'ask' } as const
    expect(ruleOn([risk], strict, () => false)).toMatchObject({ answer: 'flag', isUnasked: true })
    expect(ruleOn([risk, ...findings], strict, () => false)).toMatchObject({ answer: 'deny', isUnasked: true })
    expect(ruleOn([risk], strict, () => true)).toMatchObject({ answer: 'ask', isUnasked: false })
  })

  it('no person is looked for if there is nothing to ask', () => {
    const never = (): never => {
      throw new Error('asked')
    }
    expect(ruleOn([], builtInDispatch(), never).answer).toBe('allow')
    expect(ruleOn([{ code: 'TREE_REMOVED', said: 'x', answer: null }], builtInDispatch(), never).answer).toBe('flag')
  })
})

describe('folders', () => {
  it.each([
    ['{}', 'touch a', 'allow'],
    ['{ roots: [src] }', 'touch src/a', 'allow'],
    ['{ roots: [src] }', 'touch a', 'flag WRITTEN_OUTSIDE'],
    ['{ roots: [., /opt/tool] }', 'touch /opt/tool/a', 'allow'],
    ['{ roots: [., ~/notes] }', 'touch ~/notes/a', 'allow'],
    ['{ roots: [., ~/notes] }', 'touch ~/notes-b/a', 'flag WRITTEN_OUTSIDE'],
    ['{ roots: [., ~/notes] }', 'touch ~/notes/../a', 'flag WRITTEN_OUTSIDE'],
    ['{ read_roots: [.] }', 'cat a', 'allow'],
    ['{ read_roots: [.] }', 'cat /usr/share/dict/words', 'flag READ_OUTSIDE'],
    ['{ read_roots: [., /usr/share] }', 'cat /usr/share/dict/words', 'allow'],
    ['{ read_roots: [.] }', "cd /; bash -c 'cat usr/share/x'", 'flag READ_OUTSIDE'],
    ['{ read_roots: [.] }', 'cat /tmp/x', 'allow'],
  ])('are those that the policy names: %s, %s', (text, command, expected) => {
    expect(said(text, command)).toBe(expected)
  })

  it('may not be left through `..` in names', () => {
    expect(problemsOf('version: 1\ndispatch: { roots: [../x] }\n')).toHaveLength(1)
    expect(problemsOf('version: 1\ndispatch: { roots: [~/../x] }\n')).toHaveLength(1)
    expect(problemsOf('version: 1\ndispatch: { roots: [/opt/x, ~/y, z] }\n')).toEqual([])
  })
})

describe('hosts', () => {
  const LIST = '{ hosts: [api.example.org, "*.example.net", "localhost:3000"] }'

  it.each([
    ['curl https://api.example.org/x', 'allow'],
    ['curl https://a.b.example.net', 'allow'],
    ['curl http://localhost:8080', 'allow'],
    ['git push origin main', 'allow'],
    ['echo https://example.com', 'allow'],
    ['curl https://example.com', 'ask HOST_UNLISTED'],
    ['curl -sS -o x example.com/x', 'ask HOST_UNLISTED'],
    ['curl https://api.example.org.example.com', 'ask HOST_UNLISTED'],
    ['curl https://api.example.org@example.com/', 'ask HOST_UNLISTED'],
    ["bash -c 'wget https://example.com'", 'ask HOST_UNLISTED'],
    ['H=example.com; curl "https://$H/x"', 'ask HOST_UNLISTED'],
    ['ssh me@example.com uptime', 'ask HOST_UNLISTED'],
    ['git clone git@example.com:x/y.git', 'ask HOST_UNLISTED'],
    ['nc example.com 80', 'ask HOST_UNLISTED'],
  ])('are those that the policy lists: %s', (command, expected) => {
    expect(said(LIST, command)).toBe(expected)
  })

  it.each([
    ['WebFetch', { url: 'https://example.com/x', prompt: 'x' }, 'ask'],
    ['WebFetch', { url: 'https://api.example.org/x', prompt: 'x' }, 'allow'],
    ['web_fetch', { prompt: 'Summarise https://example.com/x' }, 'ask'],
    ['mcp__browser__open', { url: 'example.com' }, 'ask'],
    ['Write', { file_path: 'a.md', content: 'https://example.com' }, 'allow'],
  ] as [string, Json, string][])('are compared with what tools fetch: %s %j', (tool, input, answer) => {
    expect(verdictOn(tool, input, { policy: policy(LIST) }).answer).toBe(answer)
  })

  it('are not limited if none is listed', () => {
    expect(said('{}', 'curl https://example.com')).toBe('allow')
  })
})

describe('commands', () => {
  const RULES =
    '{ commands: { deny: [npm publish, "git push --force", "terraform *", "deploy *-prod*d"], ask: [git push], allow: [rm -rf src/generated] } }'

  it.each([
    ['npm publish', 'deny COMMAND_RULED'],
    ['npm --prefix web publish --tag next', 'deny COMMAND_RULED'],
    ["bash -c 'cd web && npm publish'", 'deny COMMAND_RULED'],
    ['sudo env A=1 npm publish', 'deny COMMAND_RULED'],
    ['echo web | xargs -I{} npm publish', 'deny COMMAND_RULED'],
    ['P=publish; npm $P', 'deny COMMAND_RULED'],
    ['n"p"m pub\\lish', 'deny COMMAND_RULED'],
    ['git push', 'ask COMMAND_RULED'],
    ['git -C web push origin main', 'ask COMMAND_RULED'],
    ['git push origin main --force', 'deny COMMAND_RULED HISTORY_REWRITTEN'],
    ['git push --no-force', 'ask COMMAND_RULED'],
    ['terraform apply', 'deny COMMAND_RULED'],
    ['deploy web-prod-old', 'deny COMMAND_RULED'],
    ['deploy web-test-old', 'allow'],
    ['deploy web-prod', 'allow'],
    ['npm run publish-docs', 'allow'],
    ['git commit -m push', 'allow'],
    ['echo npm publish', 'allow'],
    ['rm -rf src/generated', 'allow'],
    ['rm -rf src/generated src/other', 'allow'],
    ['rm -rf src/other', 'flag TREE_REMOVED'],
    ['rm -rf src/generated; git reset --hard', 'ask WORK_DISCARDED'],
  ])('are matched by their words: %s', (command, expected) => {
    expect(said(RULES, command)).toBe(expected)
  })

  it('are refused if they name no program', () => {
    expect(problemsOf('version: 1\ndispatch: { commands: { deny: ["--force"] } }\n')).toHaveLength(1)
    expect(problemsOf('version: 1\ndispatch: { commands: { deny: [""] } }\n')).toHaveLength(1)
    expect(problemsOf('version: 1\ndispatch: { commands: { forbid: [x] } }\n')).toHaveLength(1)
  })
})

describe('roles', () => {
  const MATRIX = '{ roles: { main: { network: ask }, Explore: { write: deny, run: flag }, "*": { write: ask } } }'

  it.each([
    ['main', 'touch a', 'allow'],
    ['main', 'curl https://example.org', 'ask ROLE_EXCEEDED'],
    ['main', 'curl http://localhost:3000', 'allow'],
    ['Explore', 'ls', 'flag ROLE_EXCEEDED'],
    ['Explore', 'touch a', 'deny ROLE_EXCEEDED'],
    ['Explore', "sh -c 'echo x > a'", 'deny ROLE_EXCEEDED'],
    ['reviewer', 'touch a', 'ask ROLE_EXCEEDED'],
    ['reviewer', 'ls', 'allow'],
  ])('may do what their row permits: %s, %s', (role, command, expected) => {
    expect(said(MATRIX, command, role)).toBe(expected)
  })

  it('apply to file tools too', () => {
    const input = { file_path: '/home/dev/project/a', content: '' }
    expect(verdictOn('Write', input, { policy: policy(MATRIX), role: 'Explore' }).answer).toBe('deny')
    expect(verdictOn('Read', { file_path: 'a' }, { policy: policy(MATRIX), role: 'Explore' }).answer).toBe('allow')
  })
})

describe('files', () => {
  it.each([
    ['{ protected_files: ["migrations/**"] }', 'echo x > migrations/1.sql', 'flag FILE_PROTECTED'],
    ['{ protected_files: ["!package-lock.json"] }', 'echo x > package-lock.json', 'allow'],
    ['{ protected_files: ["migrations/**", "!migrations/dev/**"] }', 'echo x > migrations/dev/1.sql', 'allow'],
    ['{ build_outputs: [public/assets] }', 'rm -rf public/assets', 'allow'],
    ['{ build_outputs: ["!vendor", "!dist"] }', 'rm -rf dist', 'flag TREE_REMOVED'],
    ['{ max_lines: 2 }', 'printf "a\\nb\\nc\\n" > x', 'flag CHANGE_LARGE'],
  ])('are those that the policy names: %s, %s', (text, command, expected) => {
    expect(said(text, command)).toBe(expected)
  })
})
