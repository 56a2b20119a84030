import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { type CheckSeal, link, type Opened, openLine, prepareOwn } from './chain.ts'
import { makeKey } from './digest.ts'
import { REASONS } from './findings.ts'
import { type Draft, GENESIS, PASS_KIND, type Tail } from './kinds.ts'
import { type KeyRules, type KnownHead, StreamAudit } from './verify.ts'

const STREAM = 'session/a'
const OURS = makeKey(Buffer.alloc(32, 1))
const OLD = makeKey(Buffer.alloc(32, 2))
const THEIRS = makeKey(Buffer.alloc(32, 3))

const checkSeal: CheckSeal = ({ hash, key, mac }) => {
  const known = [OURS, OLD].find(({ id }) => id === key)
  return known === undefined ? 'unknown' : known.mac(hash) === mac ? 'ours' : 'wrong'
}

const ANY_KEY: KeyRules = { rank: () => 0, lastSeq: () => Number.POSITIVE_INFINITY, stood: () => [] }

const call = (n: number): Draft => ({ kind: 'tool.called', actor: 'agent', body: { n } })
const said = (kind: string): Draft => ({ kind, actor: 'harness', body: {} })
const PASS: Draft = { kind: PASS_KIND, actor: 'validator', body: {} }

type Sealed = { opened: Opened; tail: Tail }

function seal(draft: Draft, tail: Tail, key = OURS, stream = STREAM): Sealed {
  const linked = link(
    prepareOwn(stream, draft as Parameters<typeof prepareOwn>[1], '2026-01-01T00:00:00.000Z'),
    tail,
    key,
  )
  return { opened: openLine(Buffer.from(linked.line.slice(0, -1)), STREAM, checkSeal), tail: linked.tail }
}

/** A chain of entries, and the tail after each. */
function chain(
  drafts: readonly Draft[],
  keyOf: (seq: number) => typeof OURS = () => OURS,
): { lines: Opened[]; tails: Tail[] } {
  const lines: Opened[] = []
  const tails: Tail[] = [{ seq: 0, hash: GENESIS }]
  for (const draft of drafts) {
    const { opened, tail } = seal(draft, tails.at(-1) ?? { seq: 0, hash: GENESIS }, keyOf(lines.length + 1))
    lines.push(opened)
    tails.push(tail)
  }
  return { lines, tails }
}

const calls = (count: number): Draft[] => Array.from({ length: count }, (_, i) => call(i + 1))

const GARBLED: Opened = { kind: 'garbled' }
const EDITED: Opened = { kind: 'edited' }
const forgedAt = (tail: Tail, draft = call(99)): Opened => seal(draft, tail, THEIRS).opened
const SPLICED: Opened = seal(call(1), { seq: 0, hash: GENESIS }, OURS, 'session/b').opened

type Audited = { findings: string[]; notes: string[]; audit: StreamAudit }
type World = { head?: KnownHead; keys?: KeyRules; watched?: Tail; torn?: boolean }

function audited(
  lines: readonly Opened[],
  { head = { kind: 'missing' }, keys = ANY_KEY, watched, torn = false }: World,
): Audited {
  const audit = new StreamAudit(STREAM, head, keys, watched ?? null)
  for (const line of lines) audit.line(line)
  if (torn) audit.torn()
  audit.end()
  return {
    audit,
    findings: audit.findings.map(({ seq, reason }) => `${seq} ${reason}`).sort(),
    notes: audit.notes.map(({ seq, note }) => `${seq} ${note}`),
  }
}

const five = chain(calls(5))
const headAt = (seq: number, { tails } = five): KnownHead => ({
  kind: 'head',
  ...(tails[seq] ?? { seq: 0, hash: GENESIS }),
})
const tailAt = (seq: number): Tail => five.tails[seq] ?? { seq: 0, hash: GENESIS }
const line = (seq: number): Opened => five.lines[seq - 1] ?? GARBLED

describe('an unchanged stream', () => {
  it('has no findings, and every entry is returned', () => {
    const audit = new StreamAudit(STREAM, headAt(5), ANY_KEY)
    expect(five.lines.map((one) => audit.line(one)?.seq)).toEqual([1, 2, 3, 4, 5])
    audit.end()
    expect([audit.findings, audit.notes, audit.entries, audit.lastSeq, audit.unlisted]).toEqual([[], [], 5, 5, 0])
  })

  it('may be empty', () => {
    expect(audited([], { head: headAt(0) })).toMatchObject({ findings: [], notes: [] })
  })

  it('may be ahead of its head, which is a note', () => {
    expect(audited(five.lines, { head: headAt(3) })).toMatchObject({ findings: [], notes: ['3 head-lags'] })
  })

  it('may end with an incomplete line, which is a note', () => {
    expect(audited(five.lines, { head: headAt(5), torn: true })).toMatchObject({ findings: [], notes: ['5 torn-tail'] })
    expect(audited(five.lines, { head: headAt(3), torn: true })).toMatchObject({
      findings: [],
      notes: ['3 head-lags', '5 torn-tail'],
    })
  })

  it('reports what writers found', () => {
    const told = chain([call(1), said('tail.repaired'), said('tail.damaged'), said('head.lost')])
    expect(audited(told.lines, { head: headAt(4, told) })).toMatchObject({
      findings: ['4 head-lost'],
      notes: ['2 tail-repaired', '3 tail-damaged'],
    })
  })
})

describe('each kind of tampering has its own finding', () => {
  const cases: [string, Opened[], string[]][] = [
    ['a changed line is edited', [line(1), EDITED, line(3), line(4), line(5)], ['2 edited']],
    [
      'a foreign line in the place of one of ours is edited',
      [line(1), GARBLED, line(3), line(4), line(5)],
      ['2 edited'],
    ],
    [
      'a line cut in two by a newline is one edited line',
      [line(1), GARBLED, GARBLED, line(3), line(4), line(5)],
      ['2 edited'],
    ],
    ['a missing line is deleted', [line(1), line(3), line(4), line(5)], ['2 deleted']],
    ['missing lines are deleted from the first of them', [line(1), line(5)], ['2 deleted']],
    ['missing first lines are deleted', [line(3), line(4), line(5)], ['1 deleted']],
    ['missing last lines are truncated', [line(1), line(2)], ['3 truncated']],
    ['all lines missing is truncated', [], ['1 truncated']],
    ['an extra line is inserted', [line(1), line(2), GARBLED, line(3), line(4), line(5)], ['3 inserted']],
    [
      'an edited copy beside the original is inserted',
      [line(1), EDITED, line(2), line(3), line(4), line(5)],
      ['2 inserted'],
    ],
    ['garbage after the end is inserted', [...five.lines, GARBLED, EDITED], ['6 inserted', '6 inserted']],
    ['two swapped lines are reordered', [line(1), line(3), line(2), line(4), line(5)], ['2 reordered']],
    ['a line moved to the end is reordered', [line(2), line(3), line(4), line(5), line(1)], ['1 reordered']],
    ['a repeated line is duplicated', [line(1), line(2), line(2), line(3), line(4), line(5)], ['2 duplicated']],
    ['a line of another stream is spliced, in place', [line(1), SPLICED, line(3), line(4), line(5)], ['2 spliced']],
    [
      'a line of another stream is spliced, between',
      [line(1), SPLICED, line(2), line(3), line(4), line(5)],
      ['2 spliced'],
    ],
    ['a line of another stream is spliced, after the end', [...five.lines, SPLICED], ['6 spliced']],
    [
      'an entry sealed with another key is forged',
      [line(1), forgedAt(tailAt(1)), line(3), line(4), line(5)],
      ['2 forged'],
    ],
    [
      'a forged entry between two others is inserted',
      [line(1), forgedAt(tailAt(1)), line(2), line(3), line(4), line(5)],
      ['2 inserted'],
    ],
    [
      'forged entries after the end are forged',
      [...five.lines, forgedAt(tailAt(5)), forgedAt(tailAt(5))],
      ['6 forged', '7 forged'],
    ],
    [
      'a forged pass is a forged pass, in place',
      [line(1), forgedAt(tailAt(1), PASS), line(3), line(4), line(5)],
      ['2 forged-pass'],
    ],
    [
      'a forged pass is a forged pass, between',
      [line(1), forgedAt(tailAt(1), PASS), line(2), line(3), line(4), line(5)],
      ['2 forged-pass'],
    ],
    ['a forged pass is a forged pass, after the end', [...five.lines, forgedAt(tailAt(5), PASS)], ['6 forged-pass']],
    [
      'a different sealed entry in the place of one is forked',
      [line(1), seal(call(99), tailAt(1)).opened, line(3), line(4), line(5)],
      ['3 forked'],
    ],
    [
      'two kinds of damage are reported separately',
      [line(1), EDITED, line(4), SPLICED, line(5), GARBLED],
      ['2 edited', '3 deleted', '5 spliced', '6 inserted'],
    ],
  ]

  it.each(cases)('%s', (_, lines, expected) => {
    expect(audited(lines, { head: headAt(5) }).findings).toEqual(expected)
  })

  it('a last entry that differs from the head is a mismatch', () => {
    const other = seal(call(99), tailAt(4)).opened
    expect(audited([...five.lines.slice(0, 4), other], { head: headAt(5) }).findings).toEqual(['5 head-mismatch'])
  })

  it('a missing or forged head leaves the end unproven', () => {
    expect(audited(five.lines, { head: { kind: 'missing' } }).findings).toEqual(['5 head-missing'])
    expect(audited(five.lines, { head: { kind: 'forged', why: 'malformed' } }).findings).toEqual(['5 head-forged'])
  })

  it('a stream and head rebuilt without the key are forged from the first entry to the last', () => {
    const lines = [1, 2, 3].map((seq) => forgedAt(tailAt(seq - 1), seq === 2 ? PASS : call(seq)))
    expect(audited(lines, { head: { kind: 'forged', why: 'its mac does not verify' } }).findings).toEqual([
      '1 forged',
      '2 forged-pass',
      '3 forged',
      '3 head-forged',
    ])
  })

  it('an incomplete line is not a note if lines are missing', () => {
    expect(audited(five.lines.slice(0, 2), { head: headAt(5), torn: true })).toMatchObject({
      findings: ['3 truncated'],
      notes: [],
    })
  })
})

describe('keys', () => {
  const rotated = chain(calls(5), (seq) => (seq <= 2 ? OLD : OURS))
  const rules: KeyRules = {
    rank: (key) => [OLD.id, OURS.id].indexOf(key),
    lastSeq: (_, key) => (key === OLD.id ? 2 : Number.POSITIVE_INFINITY),
    stood: () => [rotated.tails[2] ?? { seq: 2, hash: '' }],
  }

  it('may change along the stream', () => {
    expect(audited(rotated.lines, { head: headAt(5, rotated), keys: rules }).findings).toEqual([])
  })

  it('that were retired seal nothing afterwards, whatever the head says', () => {
    const { opened, tail } = seal(PASS, rotated.tails[5] ?? tailAt(5), OLD)
    for (const head of [headAt(5, rotated), { kind: 'head', ...tail } as const]) {
      expect(audited([...rotated.lines, opened], { head, keys: rules }).findings).toEqual(['6 key-retired'])
    }
  })

  it('never go back to an earlier one, even if its retirement is not recorded', () => {
    const { opened, tail } = seal(call(6), rotated.tails[5] ?? tailAt(5), OLD)
    const keys = { ...rules, lastSeq: () => Number.POSITIVE_INFINITY }
    expect(audited([...rotated.lines, opened], { head: { kind: 'head', ...tail }, keys }).findings).toEqual([
      '6 key-retired',
    ])
  })

  it('of moved or duplicated lines are not reported', () => {
    const [one = GARBLED, two = GARBLED, three = GARBLED, four = GARBLED, fifth = GARBLED] = rotated.lines
    const world = { head: headAt(5, rotated), keys: rules }
    expect(audited([one, three, two, four, fifth], world).findings).toEqual(['2 reordered'])
    expect(audited([one, two, three, one, four, fifth], world).findings).toEqual(['1 duplicated'])
  })

  it('that were retired cannot reseal earlier entries', () => {
    const again = chain([call(7), call(8)], () => OLD)
    const world = { head: { kind: 'head', ...(again.tails[2] ?? tailAt(2)) } as const, keys: rules }
    expect(audited(again.lines, world).findings).toEqual(['2 key-retired'])
  })

  it('that were retired cannot cut off earlier entries', () => {
    const world = { head: { kind: 'head', ...(rotated.tails[1] ?? tailAt(1)) } as const, keys: rules }
    expect(audited(rotated.lines.slice(0, 1), world).findings).toEqual(['2 truncated'])
  })
})

describe('a checkpoint', () => {
  it('accepts a stream that still has the recorded entry, however far it went on', () => {
    expect(audited(five.lines, { head: headAt(5), watched: tailAt(3) }).findings).toEqual([])
  })

  it('finds a stream that was rolled back or replaced', () => {
    expect(audited(five.lines.slice(0, 2), { head: headAt(2), watched: tailAt(4) }).findings).toEqual(['3 rolled-back'])
    expect(audited(five.lines, { head: headAt(5), watched: { seq: 3, hash: 'f'.repeat(64) } }).findings).toEqual([
      '3 rolled-back',
    ])
  })
})

describe('very many bad lines', () => {
  const many = (opened: Opened, count: number): Opened[] => Array.from({ length: count }, () => opened)

  it('between two entries are all inserted, and the entries stay what they are', () => {
    const { audit, findings } = audited([line(1), ...many(GARBLED, 700), ...[2, 3, 4, 5].map(line)], {
      head: headAt(5),
    })
    expect(new Set(findings)).toEqual(new Set(['2 inserted']))
    expect([findings.length, audit.entries, audit.unlisted]).toEqual([700, 5, 0])
  })

  it('are listed up to a thousand and counted from there', () => {
    const { audit } = audited([line(1), ...many(EDITED, 2_500), ...[2, 3, 4, 5].map(line)], { head: headAt(5) })
    expect([audit.findings.length, audit.unlisted]).toEqual([1_000, 1_500])
  })

  it('of changing kinds are each counted as their kind', () => {
    const mixed = Array.from({ length: 900 }, (_, i) => [GARBLED, SPLICED, EDITED][i % 3] ?? GARBLED)
    const { findings } = audited([line(1), ...mixed, forgedAt(tailAt(1), PASS), ...[2, 3, 4, 5].map(line)], {
      head: headAt(5),
    })
    const count = (finding: string): number => findings.filter((one) => one === finding).length
    expect([count('2 spliced'), count('2 inserted'), count('2 forged-pass')]).toEqual([300, 600, 1])
  })

  it('in place of as many entries are edited one by one, and what follows is judged as before', () => {
    const long = chain(calls(602))
    const [first = GARBLED] = long.lines
    const { findings } = audited([first, ...many(EDITED, 600), long.lines[601] ?? GARBLED], { head: headAt(602, long) })
    expect(findings).toEqual(Array.from({ length: 600 }, (_, i) => `${i + 2} edited`).sort())
  })

  it('that are missing in several places are all found, and one moved to the end is reordered', () => {
    const long = chain(calls(400))
    const kept = long.lines.filter((_, i) => i % 2 === 1)
    const { findings } = audited([...kept, long.lines[398] ?? GARBLED], { head: headAt(400, long) })
    expect(findings.filter((one) => one.endsWith('deleted')).length).toBe(199)
    expect(findings).toContain('399 reordered')
  })
})

/** Changes to a stream; positions are taken modulo its length. */
type Edit =
  | { do: 'delete' | 'double' | 'edit' | 'garble' | 'splice' | 'forge' | 'insert'; at: number }
  | { do: 'swap'; at: number; with: number }

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'delete' as const,
      'double' as const,
      'edit' as const,
      'garble' as const,
      'splice' as const,
      'forge' as const,
      'insert' as const,
    ),
    at: fc.nat(20),
  }),
  fc.record({ do: fc.constant('swap' as const), at: fc.nat(20), with: fc.nat(20) }),
)

function applied(lines: readonly Opened[], edit: Edit): Opened[] {
  const at = edit.at % Math.max(1, lines.length)
  const one = lines[at]
  if (one === undefined) return [...lines]
  switch (edit.do) {
    case 'delete':
      return lines.toSpliced(at, 1)
    case 'double':
      return lines.toSpliced(at, 0, one)
    case 'insert':
      return lines.toSpliced(at, 0, GARBLED)
    case 'edit':
      return lines.with(at, EDITED)
    case 'garble':
      return lines.with(at, GARBLED)
    case 'splice':
      return lines.with(at, SPLICED)
    case 'forge':
      return lines.with(at, forgedAt(tailAt(at % 5)))
    case 'swap': {
      const other = edit.with % lines.length
      return lines.with(at, lines[other] ?? one).with(other, one)
    }
  }
}

describe('any stream, however it was changed', () => {
  const eight = chain(calls(8))
  const check = (property: fc.IProperty<[Edit[], number]>): void =>
    fc.assert(property, { seed: seed(), numRuns: scaled(20_000) })

  it('has findings exactly if it is not what was written', () => {
    check(
      fc.property(fc.array(edits, { maxLength: 4 }), fc.integer({ min: 0, max: 8 }), (script, head) => {
        const lines = script.reduce<Opened[]>(applied, eight.lines)
        const isIntact = lines.length >= head && lines.every((one, i) => one === eight.lines[i])
        expect(audited(lines, { head: headAt(head, eight) }).findings.length === 0).toBe(isIntact)
      }),
    )
  })

  it('never has a finding outside the stream, nor one without a known reason', () => {
    check(
      fc.property(fc.array(edits, { maxLength: 12 }), fc.integer({ min: 0, max: 8 }), (script, head) => {
        const lines = script.reduce<Opened[]>(applied, eight.lines)
        for (const { seq, reason, stream } of audited(lines, { head: headAt(head, eight) }).audit.findings) {
          expect(seq >= 0 && seq <= 8 + lines.length).toBe(true)
          expect(REASONS).toContain(reason)
          expect(stream).toBe(STREAM)
        }
      }),
    )
  })

  it('counts every genuine entry, wherever it is', () => {
    check(
      fc.property(fc.array(edits, { maxLength: 12 }), fc.integer({ min: 0, max: 8 }), (script, head) => {
        const lines = script.reduce<Opened[]>(applied, eight.lines)
        const genuine = lines.filter(({ kind }) => kind === 'sealed').length
        expect(audited(lines, { head: headAt(head, eight) }).audit.entries).toBe(genuine)
      }),
    )
  })
})
