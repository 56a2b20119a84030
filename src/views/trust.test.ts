import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { counted } from '../../test/helpers/trust-facts.ts'
import { appendSync } from '../ledger/stores/files/append.ts'
import { closeHome, type Home } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { trustDraft } from '../trust/facts.ts'
import { NEW_STATE } from '../trust/state.ts'
import { trustStream } from '../trust/stream.ts'
import { histogramOf, readTrustState, recentScores } from './trust.ts'

function ledger(): { home: Home; project: string } {
  const root = tempDir()
  const home = openFiles(join(root, 'home'))
  onTestFinished(() => closeHome(home))
  const project = join(root, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'src'))
  return { home, project }
}

function session(home: Home, name: string, cwd: string, ...risks: (number | null)[]): void {
  appendSync(home, `session/claude-code-${name}`, [
    { kind: 'session.started', actor: 'harness', body: { host: 'claude-code', session: name, cwd } },
    ...risks.map((risk) => ({
      kind: 'dispatch.scored',
      actor: 'harness' as const,
      body: { call: null, risk, route: 'x' },
    })),
  ])
}

describe('recent scores', () => {
  it("are those of the project's sessions, wherever in it they began", () => {
    const { home, project } = ledger()
    session(home, 'a', project, 0.1, 0.2)
    session(home, 'b', join(project, 'src'), 0.3)
    session(home, 'c', join(project, '..'), 0.9)
    expect(recentScores(home, project).sort()).toEqual([0.1, 0.2, 0.3])
  })

  it('leave out calls that could not be scored', () => {
    const { home, project } = ledger()
    session(home, 'a', project, null, 0.5, null)
    expect(recentScores(home, project)).toEqual([0.5])
  })

  it('are the last 1,000', () => {
    const { home, project } = ledger()
    session(home, 'a', project, ...Array.from({ length: 1_200 }, (_, i) => i / 2_000))
    const scores = recentScores(home, project)
    expect(scores).toHaveLength(1_000)
    expect(scores[0]).toBe(1_199 / 2_000)
  })

  it('are none without sessions', () => {
    const { home, project } = ledger()
    expect(recentScores(home, project)).toEqual([])
  })
})

describe('a histogram', () => {
  it('counts scores by tenths, from 0 to 1 inclusive', () => {
    expect(histogramOf([0, 0.05, 0.1, 0.55, 0.99, 1])).toEqual([2, 1, 0, 0, 0, 1, 0, 0, 0, 2])
    expect(histogramOf([])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('the trust state', () => {
  it('is folded from the whole stream of the project, without a snapshot', () => {
    const { home, project } = ledger()
    expect(readTrustState(home, project)).toEqual(NEW_STATE)
    for (const turn of [1, 2]) appendSync(home, trustStream(project), [trustDraft(counted(turn, 3))])
    expect(readTrustState(home, project)).toMatchObject({ seq: 2, calls: 6 })
    expect(readTrustState(home, '/elsewhere')).toEqual(NEW_STATE)
  })
})
