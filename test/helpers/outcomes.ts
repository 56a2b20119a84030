import { toolsOf } from '../../src/hosts/calls.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { outcomesOf } from '../../src/supervisor/outcomes/outcomes.ts'
import { seenSession } from '../../src/supervisor/outcomes/seen-session.ts'
import { entriesOf, type Said } from './entries.ts'

/** Sessions in brief, for the outcomes of their calls. Calls are named by a letter. */

const ROOT = '/home/me/project'

export const START: Said = ['session.started', { host: 'claude-code', cwd: ROOT }]

/** A call as it was proposed. */
export const bash = (call: string, command: string, more: JsonObject = {}): Said => [
  'dispatch.proposed',
  { call, tool: 'Bash', input: { command }, ...more },
  'agent',
]

export const write = (call: string, path: string, more: JsonObject = {}): Said => [
  'dispatch.proposed',
  { call, tool: 'Write', input: { file_path: `${ROOT}/${path}`, content: 'x' }, ...more },
  'agent',
]

export const flagged = (call: string, code: string, more: JsonObject = {}): Said => [
  'dispatch.flagged',
  { call, tool: 'Bash', answer: 'flag', findings: [{ code, said: '' }], ...more },
]

export const denied = (call: string, code: string): Said => ['dispatch.denied', { call, tool: 'Bash', code, what: '' }]

export const asked = (call: string, of: number): Said => ['person.asked', { call, tool: 'Bash', of }]

/** The end of a call. */
export const ended = (call: string, more: JsonObject = {}): Said => [
  'dispatch.observed',
  { call, tool: 'Bash', status: 'succeeded', exit: 0, output: {}, ...more },
]

export const validated = (result: 'passed' | 'failed', more: JsonObject = {}): Said => [
  `validator.${result}`,
  {
    claim: 'done',
    validator: 'tests',
    arguments: {},
    said: '',
    ...(result === 'passed' ? { grade: 'executed' } : { code: 'TESTS_FAILED' }),
    ...more,
  },
  'validator',
]

/** Files by their content, in a few words; null: there is no such file. */
export const files = (contents: { [path: string]: string | null }): JsonObject => ({
  files: Object.entries(contents).map(([path, sha256]) => ({ path: `${ROOT}/${path}`, sha256 })),
})

/** The outcomes of a session, as `<seq> <outcome>`. */
export const outcomes = (said: readonly Said[]): string[] =>
  outcomesOf(seenSession(entriesOf(said), toolsOf('claude-code'), () => ROOT)).map(
    ({ seq, outcome }) => `${seq} ${outcome}`,
  )
