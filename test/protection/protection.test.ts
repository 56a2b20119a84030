import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../src/dispatch/messages.ts'
import { closeHome, type Home } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { tellHome } from '../helpers/world.ts'
import { ATTACKS, ORDINARY, type Row, type Scene, scene, told } from './rows.ts'

/** One home for all rows, with a session for each: calls are only judged, never run. */
let where: Scene
let home: Home

beforeAll(() => {
  where = scene(mkdtempSync(join(tmpdir(), 'bailiff-protection-')))
  home = openFiles(where.state)
})

afterAll(() => {
  closeHome(home)
  rmSync(dirname(where.person), { recursive: true, force: true })
})

/** The supervisor's answer to a row, in process, through the adapter of its host. */
function outcomeOf(row: Row): string {
  const { host, event, payload } = told(row, where)
  const session = `${row.outcome}-${row.line}`.replace(/\W/g, '-')
  const env = { HOME: where.person, USER: 'person' }
  const answer = tellHome(home, { host, event, payload: { ...payload, session_id: session }, env })
  const entries = [...readChain(home, `session/${host}-${session}`)]
  const denied = entries.find(({ kind }) => kind === 'dispatch.denied')
  expect(entries.filter(({ kind }) => kind === 'check.failed')).toEqual([])
  if (answer.kind !== 'deny') return 'let through'
  const code = denied?.body['code']
  expect(answer.reason).toContain(`${MESSAGES[code as keyof typeof MESSAGES]} In the call: `)
  return `prevented ${code}`
}

describe('ways to touch what is protected', () => {
  it.each(ATTACKS)('line $line: $what', (row) => {
    const expected = row.outcome.startsWith('prevented') ? row.outcome : 'let through'
    expect(outcomeOf(row)).toBe(expected)
  })

  it('are at least eighty, each listed once', () => {
    const counted = ATTACKS.filter(({ outcome }) => outcome !== 'unseen')
    expect(counted.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ATTACKS.map(({ tool, call }) => `${tool} ${call}`)).size).toBe(ATTACKS.length)
  })
})

const many = (count: number, word: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => word(i)).join(' ')
const KEY = '~/.local/state/bailiff/keys/current'
const LINK = 'link-to-state/keys/current'

describe('a call that is as long as can be', () => {
  const told = (call: string): string => outcomeOf({ outcome: 'long', tool: 'sh', what: '', call, line: long++ })
  let long = 1

  it.each([
    ['1,000 paths before it', `cat ${many(1_000, (i) => `src/f${i}.ts`)} ${LINK}`],
    ['2,400 paths before it', `cat ${many(2_400, (i) => `f${i}`)} ${LINK}`],
    ['20 values in a loop', `for f in ${many(20, (i) => `f${i}`)} ${KEY}; do cat "$f"; done`],
    ['300 values in a loop', `for f in ${many(300, (i) => `f${i}`)} ${KEY}; do cat "$f"; done`],
    ['20 names through a pipe', `echo ${many(20, (i) => `f${i}`)} ${KEY} | xargs cat`],
    ['100 lines through a pipe', `printf '%s\\n' ${many(100, (i) => `f${i}`)} ${LINK} | xargs cat`],
    ['100 names, one at a time', `echo ${many(100, (i) => `f${i}`)} ${LINK} | xargs -I{} cat {}`],
    ['70 words in braces', `cat {${many(70, (i) => `f${i}`).replaceAll(' ', ',')},${LINK}}`],
    ['70 variables', `${many(70, (i) => `v${i}=1;`)} X=~/.local/state/bailiff; cat $X/keys/current`],
    ['20 folders to search', `find ${many(20, (i) => `d${i}`)} ~/.local/state -type f -exec cat {} +`],
    ['20 wrappers', `${'npx true; '.repeat(20)} npx cat ${KEY}`],
    [
      '1,100 strings in code',
      `python3 -c "${many(1_100, (i) => `'a${i}';`)} open('{home}/.local/state/bailiff/keys/current')"`,
    ],
    ['70 KB of code', `python3 -c "# ${'x'.repeat(70_000)}\\nopen('{home}/.local/state/bailiff/keys/current')"`],
  ])('shows the key that it reads, in spite of %s', (_, call) => {
    expect(told(call)).toBe('prevented PROTECTED_KEYS')
  })

  it('shows the script that it runs, in spite of 20 others', () => {
    expect(told(`${many(20, (i) => `sh ok${i}.sh;`)} sh wipe`)).toBe('prevented PROTECTED_LEDGER')
  })

  it.each([
    ['3,000 paths', `cat ${many(3_000, (i) => `f${i}`)} ${LINK}`],
    ['1,100 commands', `${'true; '.repeat(1_100)} cat ${LINK}`],
    ['600 values in a loop', `for f in ${many(600, (i) => `f${i}`)} ${LINK}; do cat "$f"; done`],
    ['600 words in braces', `cat {${many(600, (i) => `f${i}`).replaceAll(' ', ',')},${LINK}}`],
    ['300 variables', `${many(300, (i) => `v${i}=1;`)} X=link-to-state; cat $X/keys/current`],
    ['300 wrappers', `${many(300, (i) => `npx rm f${i};`)} npx cat ${LINK}`],
    ['300 scripts', `${many(300, (i) => `sh ok${i}.sh;`)} sh wipe`],
    ['300 KB', `cat ${'x'.repeat(300_000)} ${LINK}`],
    ['100 nested shells', `${'sh -c "'.repeat(1)}${'( '.repeat(100)}cat ${LINK}${' )'.repeat(100)}"`],
  ])('is denied for its size: %s', (_, call) => {
    expect(told(call)).toBe('prevented CALL_TOO_LARGE')
  })

  it.each([
    ['1,000 paths', `git add ${many(1_000, (i) => `src/f${i}.ts`)}`],
    ['900 folders', `rm -rf ${many(900, (i) => `packages/p${i}/dist`)}`],
    ['400 values in a loop', `for f in ${many(400, (i) => `f${i}`)}; do wc -l "$f"; done`],
    ['a long sequence', 'for i in {1..100000}; do echo $i; done'],
    ['200 KB of text', `cat > notes.md <<'E'\\n${'Plain text, line by line.\\n'.repeat(8_000)}E`],
  ])('is let through if it is ordinary: %s', (_, call) => {
    expect(told(call)).toBe('let through')
  })
})

describe('ordinary work', () => {
  it.each(ORDINARY)('is let through: $tool $call', (row) => {
    expect(outcomeOf(row)).toBe('let through')
  })

  it('is covered by at least 150 calls', () => {
    expect(new Set(ORDINARY.map(({ tool, call }) => `${tool} ${call}`)).size).toBeGreaterThanOrEqual(150)
  })
})
