import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EnvSnapshot, ProposedChangePlan } from '../../src/controller/artifacts.ts'
import { readJson } from '../../src/controller/drivers/record.ts'
import { replayController } from '../../src/controller/drivers/replaying.ts'
import { type Body, type FactKind, factOf } from '../../src/controller/facts.ts'
import { canonical } from '../../src/ledger/canonical.ts'
import type { ArtifactRef, Json } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { type Child, type Ended, type Fault, start } from '../helpers/children.ts'
import { verifyClean } from '../helpers/holds.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

/** The examples of controllers, as their READMEs run them: undisturbed, and killed with SIGKILL and started again. */

/** Reads a controller's stream, and tells whether it replays. */
async function recordIn(home: string, stream: string) {
  await verifyClean(home)
  const ledger = openFileStore(home)
  try {
    const cycles = await replayController(ledger, stream)
    const facts: { fact: NonNullable<ReturnType<typeof factOf>>; artifacts: ArtifactRef[] }[] = []
    for await (const entry of ledger.read(stream)) {
      const fact = factOf(entry)
      if (fact !== null) facts.push({ fact, artifacts: entry.artifacts })
    }
    const of = <Kind extends FactKind>(kind: Kind): Body<Kind>[] =>
      facts.flatMap(({ fact }) => (fact.kind === kind ? [fact.body as Body<Kind>] : []))
    const bodies = async <Type>(kind: FactKind): Promise<Type[]> => {
      const found = facts.filter(({ fact }) => fact.kind === kind)
      const documents = await Promise.all(found.map(({ artifacts: [one] }) => readJson(ledger, one as ArtifactRef)))
      return documents.map((document) => (document as { body: Json }).body as Type)
    }
    const snapshots = await bodies<EnvSnapshot>('snapshot.taken')
    const plans = await bodies<ProposedChangePlan>('plan.proposed')
    return { cycles, of, snapshots, plans }
  } finally {
    await ledger.close()
  }
}
type Recorded = Awaited<ReturnType<typeof recordIn>>

function expectReplays({ cycles }: Recorded): void {
  expect(cycles.flatMap(({ differences }) => differences)).toEqual([])
  expect(cycles.filter(({ recorded, replayed }) => recorded !== replayed)).toEqual([])
}

/** Every effect has one outcome `done`; an attempt that is repeated had changed nothing. */
function expectOnce({ of }: Recorded): void {
  const outcomes = new Map<string, string[]>()
  for (const { idempotency_key, outcome } of of('effect.ended'))
    outcomes.set(idempotency_key, [...(outcomes.get(idempotency_key) ?? []), outcome])
  for (const found of outcomes.values()) expect(found.join(' ')).toMatch(/^(not-done )*done$/)
  expect(new Set(of('effect.intended').map((one) => one.idempotency_key))).toEqual(new Set(outcomes.keys()))
}

/** The output that a README shows first. */
function shownIn(readme: string): string {
  const fences = readFileSync(readme, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)
  return [...fences].find(([, language]) => language === '')?.[2] ?? ''
}

const killed = ({ signal }: Ended): boolean => signal === 'SIGKILL'

describe('examples/config-drift', () => {
  const DESIRED = {
    'app.conf': 'port = 8080\nworkers = 4\n',
    'db.conf': 'pool = 10\ntimeout = 30\n',
    'log.conf': 'level = info\n',
  }
  const STREAM = 'controller/config-drift'

  function place() {
    const dir = tempDir()
    const folder = join(dir, 'work')
    const home = join(dir, 'home')
    // The faults name paths below it.
    mkdirSync(folder)
    const run = (fault?: Omit<Fault, 'home'>, ...args: string[]): Child =>
      start(
        [resolve('examples/config-drift/drift.mjs'), folder, ...args],
        fault === undefined ? undefined : { home: folder, ...fault },
        process.execPath,
        { env: { ...process.env, BAILIFF_HOME: home } },
      )
    const files = (): { [name: string]: string } => {
      const config = join(folder, 'config')
      return Object.fromEntries(readdirSync(config).map((name) => [name, readFileSync(join(config, name), 'utf8')]))
    }
    return { run, files, home, folder }
  }

  const repairsOf = ({ of }: Recorded): string[] =>
    of('effect.ended').flatMap(({ outcome, effect_ref }) => (outcome === 'done' ? [effect_ref] : []))

  /** The state of the files before each plan that changes something, without the report that makes it unique. */
  const driftsOf = ({ snapshots, plans }: Recorded): string[] =>
    plans.flatMap(({ snapshot_id, decisions }) => {
      const seen = snapshots.find((one) => one.snapshot_id === snapshot_id)?.environment ?? {}
      const { last_report: _, ...files } = seen
      return decisions.length === 0 ? [] : [canonical(files)]
    })

  it('prints what its README shows, and repairs each break once, and the same break again', async () => {
    const { run, files, home } = place()
    const { code, stdout, stderr } = await run().ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(shownIn('examples/config-drift/README.md'))
    expect(files()).toEqual(DESIRED)
    const broken = [...stdout.matchAll(/(\S+\.conf) (?:changed|deleted|added)/g)].map(([, name]) => name)
    const recorded = await recordIn(home, STREAM)
    expectReplays(recorded)
    expectOnce(recorded)
    const created = Object.keys(DESIRED)
    expect(repairsOf(recorded)).toEqual([...created, ...broken].map((name) => `resource:config:${name}`))
    // The first plan creates the files; then every drift occurs twice, each time with a plan of its own.
    const [, ...drifts] = driftsOf(recorded)
    expect(drifts).toHaveLength(6)
    for (let i = 0; i < drifts.length; i += 2) expect(drifts[i]).toBe(drifts[i + 1])
    expect(new Set(recorded.plans.map(({ plan_id }) => plan_id)).size).toBe(recorded.plans.length)
  })

  // In cycle 4, of three effects the second. A write syncs the new file, then the folder.
  const KILLS = [
    ['before an effect', { on: 'rename config/log.conf', at: 2, how: 'kill' }, ['not-done', 'done']],
    ['after an effect, before its outcome is recorded', { on: 'sync config', at: 14, how: 'kill' }, ['done']],
  ] as const

  it.each(KILLS)('goes on after a SIGKILL %s', async (_, fault, outcomes) => {
    const { run, files, home } = place()
    expect(killed(await run(fault).ended)).toBe(true)
    const again = await run(undefined, '1').ended
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/^cycle 4 was interrupted; finishing it\n/)
    expect(files()).toEqual(DESIRED)
    const recorded = await recordIn(home, STREAM)
    expectReplays(recorded)
    expectOnce(recorded)
    const ended = recorded.of('effect.ended').filter(({ cycle }) => cycle === 4)
    const probed = ended.find(({ how }) => how === 'probed')
    const inHand = ended.filter(({ idempotency_key }) => idempotency_key === probed?.idempotency_key)
    expect(inHand.map(({ outcome }) => outcome)).toEqual(outcomes)
  })

  it('goes on after any number of kills, wherever they hit', async () => {
    const { run, files, home, folder } = place()
    const lines = ['cycle 1:', '(again)', 'db.conf (', 'debug.conf (3 of 3)', 'broke:']
    for (const line of lines.slice(0, LONG ? lines.length : 2)) {
      const child = run()
      await child.said(line)
      child.process.kill('SIGKILL')
      expect(killed(await child.ended)).toBe(true)
    }
    expect((await run(undefined, '1').ended).code).toBe(0)
    expect(files()).toEqual(DESIRED)
    // Nor is a temporary file left.
    expect(readdirSync(join(folder, 'config')).filter((name) => name.startsWith('.'))).toEqual([])
    const recorded = await recordIn(home, STREAM)
    expectReplays(recorded)
    expectOnce(recorded)
  })

  it('refuses to run twice at the same time', async () => {
    const { run } = place()
    const first = run(undefined, '1000000')
    await first.said('cycle 1:')
    const second = await run().ended
    expect(second.code).not.toBe(0)
    expect(second.stderr).toContain('Another process is running the controller config-drift')
    await first.said('cycle 3:')
  })
})

describe('examples/issue-triage', () => {
  const STREAM = 'controller/issue-triage'
  const LABELS = ['bug', 'question', 'feature', 'bug', 'bug']
  const example = (name: string): string => resolve('examples/issue-triage', name)

  async function server(argv: readonly string[], name: string): Promise<{ child: Child; url: string }> {
    const child = start(argv)
    let text = ''
    child.process.stdout?.on('data', (part: string) => {
      text += part
    })
    await child.said(`${name}: http`)
    await child.said('\n')
    return { child, url: new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? '' }
  }

  async function place(...args: string[]) {
    const home = join(tempDir(), 'home')
    const service = await server([example('service.mjs'), '0', ...args], 'Issues')
    const model = await server([example('model.mjs'), '0'], 'Model')
    const env = { ...process.env, BAILIFF_HOME: home, ISSUES_URL: service.url, MODEL_URL: model.url }
    const run = (fault?: Fault): Child => start([example('triage.mjs')], fault, process.execPath, { env })
    const get = async <Value>(path: string): Promise<Value> =>
      (await (await fetch(`${service.url}${path}`)).json()) as Value
    return { run, get, home, service, model }
  }

  type Issue = { labels: string[]; state: string }

  /** Each issue was changed once and is labelled, and none is closed. */
  async function expectLabelledOnce({ get }: Awaited<ReturnType<typeof place>>): Promise<void> {
    expect(await get('/changes')).toMatchObject({ changes: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 } })
    const issues = await get<Issue[]>('/issues')
    expect(issues.map(({ labels }) => labels)).toEqual(LABELS.map((label) => [label]))
    expect(new Set(issues.map(({ state }) => state))).toEqual(new Set(['open']))
  }

  /** The model was asked for two plans: the first of them again, because its reply was invalid. */
  function expectAskedThrice({ of, plans }: Recorded): void {
    expect(of('model.called').map(({ why }) => why === null)).toEqual([false, true, true])
    const made = of('plan.proposed').filter(({ reused }) => !reused)
    expect(made).toHaveLength(2)
    expect(plans[0]?.llm_metadata).toMatchObject({ model: 'scripted', attempts: 2 })
  }

  it('prints what its README shows, labels each issue once, and rejects the plan that would close one', async () => {
    const world = await place()
    const { code, stdout, stderr } = await world.run().ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(shownIn('examples/issue-triage/README.md'))
    await expectLabelledOnce(world)
    const recorded = await recordIn(world.home, STREAM)
    expectReplays(recorded)
    expectOnce(recorded)
    expectAskedThrice(recorded)
    expect(recorded.of('model.called')[0]?.why).toMatch(/labels/)
    expect(recorded.of('plan.approved').map(({ by }) => by)).toEqual(['rule: labels only'])
    const rejected = new Set(recorded.of('plan.rejected').map(({ plan_id }) => plan_id))
    expect(rejected).toEqual(new Set([recorded.plans.at(-1)?.plan_id]))
    const denials = recorded.of('effect.judged').filter(({ decision }) => !decision.allowed)
    expect(denials[0]).toMatchObject({ by: 'person', decision: { effect_ref: 'resource:issue:5' } })
    expect(recorded.cycles.map(({ end }) => end)).toEqual(['succeeded', 'failed', 'idle'])
  })

  it('goes on after SIGKILLs just before its first effects and before the answer to one, without asking the model again', async () => {
    const world = await place('--hold', '3')
    for (const [isHere, text] of [
      [true, 'approve: '],
      [false, 'issue 3: changed, but not answered'],
    ] as const) {
      const child = world.run()
      await (isHere ? child : world.service.child).said(text)
      child.process.kill('SIGKILL')
      expect(killed(await child.ended)).toBe(true)
    }
    const again = await world.run().ended
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/^cycle 2 was interrupted; finishing it\n/)
    await expectLabelledOnce(world)
    expect(await world.get('/changes')).toMatchObject({ repeats: 0 })
    const recorded = await recordIn(world.home, STREAM)
    expectReplays(recorded)
    expectOnce(recorded)
    expectAskedThrice(recorded)
    const probed = recorded.of('effect.ended').filter(({ how }) => how === 'probed')
    expect(probed).toMatchObject([{ effect_ref: 'resource:issue:3', outcome: 'done' }])
  })
})
