import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../src/dispatch/messages.ts'
import { isObject, type JsonObject } from '../../src/ledger/kinds.ts'
import { hearHook, startHook } from '../helpers/hooks.ts'
import { ATTACKS, ORDINARY, type Row, type Scene, scene, told } from './rows.ts'

/** The answers of the hook: as a separate process for the first row of each host in a table, otherwise in this process. */
async function answered(row: Row, where: Scene): Promise<{ answer: JsonObject; stderr: string }> {
  const env = { HOME: where.person, USER: 'person' }
  const call = told(row, where)
  const ended = FIRST.has(row)
    ? await startHook(where.state, call, undefined, undefined, env).ended
    : await hearHook(where.state, call, env)
  expect(ended.code).toBe(0)
  return { answer: JSON.parse(ended.stdout) as JsonObject, stderr: ended.stderr }
}

/** The reason of a denial, in either host format. */
function reasonIn({ hookSpecificOutput: own, decision, reason }: JsonObject): unknown {
  if (isObject(own) && own['permissionDecision'] === 'deny') return own['permissionDecisionReason']
  return decision === 'deny' ? reason : null
}

const every = (rows: readonly Row[], step: number): Row[] => rows.filter((_, i) => i % step === 0)

const PREVENTED = ATTACKS.filter(({ outcome }) => outcome.startsWith('prevented'))
const [SOME_PREVENTED, SOME_ORDINARY] = [every(PREVENTED, 8), every(ORDINARY, 40)]

const hostOf = (row: Row): string => told(row, { person: '', state: '', project: '' }).host
const firstOfEachHost = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.toReversed().map((row) => [hostOf(row), row])).values(),
]
const FIRST = new Set([SOME_PREVENTED, SOME_ORDINARY].flatMap(firstOfEachHost))

const messageOf = ({ outcome }: Row): string => MESSAGES[outcome.split(' ')[1] as keyof typeof MESSAGES]

describe('the hook as a process', () => {
  it.each(SOME_PREVENTED)('denies in the format of its host: line $line, $what', async (row) => {
    const { answer, stderr } = await answered(row, scene())
    expect(reasonIn(answer)).toContain(messageOf(row))
    expect(stderr).toBe('')
  })

  it.each(SOME_ORDINARY)('lets ordinary work through: $call', async (row) => {
    expect((await answered(row, scene())).answer).toEqual({})
  })

  it.each([
    ['is a file', (path: string) => writeFileSync(path, 'x')],
    ['may be written by others', (path: string) => chmodSync(path, 0o777)],
  ])('denies even if nothing can be recorded, because the state directory %s', async (_, damage) => {
    const where = scene()
    const [attack] = PREVENTED
    const [ordinary] = ORDINARY
    if (attack === undefined || ordinary === undefined) throw new Error('The tables are empty.')
    const state = join(where.person, 'elsewhere')
    if (_ === 'is a file') damage(state)
    else damage(where.state)
    const broken = { ...where, state: _ === 'is a file' ? state : where.state }
    const { answer, stderr } = await answered(attack, broken)
    expect(reasonIn(answer)).toContain(messageOf(attack))
    expect(stderr).toMatch(/^bailiff: not recorded: .*\[HOME_\w+\]\n$/)
    expect((await answered(ordinary, broken)).answer).toEqual({})
  })
})
