import { describe, expect, it } from 'vitest'
import { Cells, entriesOf, factsOf, openCells, set } from '../../test/helpers/controllers.ts'
import { type Script, scriptedModel } from '../../test/helpers/language-model.ts'
import type { ArtifactRef } from '../ledger/kinds.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { modelDecide } from './drivers/model.ts'
import { readText } from './drivers/record.ts'
import { replayController } from './drivers/replaying.ts'

const PLAN = { summary: 'Set a.', decisions: [{ ...set('a'), reasoning_trace: 'it is empty' }] }

async function openWith(script: Script, ledger = openMemoryStore()) {
  const { model, prompts } = scriptedModel(script, { provider: 'scripted', modelId: 'tiny-1' })
  const cells = new Cells()
  const opened = await openCells({
    ledger,
    cells,
    agents: { 'cells:decide': modelDecide({ model, instructions: 'Keep a set.', settings: { temperature: 0 } }) },
  })
  return { ...opened, prompts }
}

describe('deciding with a model', () => {
  it('asks for JSON, records prompt and reply, and describes both in the plan', async () => {
    const { controller, ledger, prompts, cells } = await openWith([{ text: JSON.stringify(PLAN) }])
    const { end, plan } = await controller.cycle()
    expect(end).toBe('succeeded')
    expect(cells.values).toEqual({ 'resource:cell:a': { value: 1 } })
    expect(plan).toMatchObject({
      summary: 'Set a.',
      decisions: [{ reasoning_trace: 'it is empty' }],
      llm_metadata: {
        model: 'tiny-1',
        provider: 'scripted',
        determinism_hint: 'replayable',
        attempts: 1,
        inputs_hash: expect.any(String),
        prompt_template_hash: expect.any(String),
        config_hash: expect.any(String),
        usage: expect.any(Object),
      },
    })
    const called = (await entriesOf(ledger)).find(({ kind }) => kind === 'model.called')
    const [prompt, reply] = (called?.artifacts ?? []) as [ArtifactRef, ArtifactRef]
    expect(plan?.llm_metadata.prompt_hash).toBe(prompt.sha256)
    expect(JSON.parse(await readText(ledger, prompt))).toEqual(prompts[0])
    expect(JSON.parse(await readText(ledger, reply))).toEqual(PLAN)
    expect(await readText(ledger, prompt)).toContain('resource:cell:*')
  })

  it.each([
    ['prose', 'I set it for you!'],
    ['JSON of another form', '{"actions": []}'],
    ['a target twice', JSON.stringify({ summary: '', decisions: [set('a'), set('a')] })],
    [
      'a target that is no ref',
      JSON.stringify({ summary: '', decisions: [{ effect_ref: '../etc', target_state: {} }] }),
    ],
    ['nothing', ''],
  ])('records %s as a failure and asks again, saying what was wrong', async (_, bad) => {
    const { controller, ledger, prompts } = await openWith([
      { text: bad },
      { text: `\`\`\`json\n${JSON.stringify(PLAN)}\n\`\`\`` },
    ])
    const { end, plan } = await controller.cycle()
    expect(end).toBe('succeeded')
    expect(plan?.llm_metadata.attempts).toBe(2)
    expect((await factsOf(ledger, 'model.called')).map(({ why }) => why === null)).toEqual([false, true])
    expect(JSON.stringify(prompts[1])).toContain('Not accepted')
  })

  it('gives up after three replies that are no plan: on record, and nothing changed', async () => {
    const { controller, ledger, cells } = await openWith(() => ({ text: 'no' }))
    expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'PLAN_INVALID' })
    expect(await factsOf(ledger, 'model.called')).toHaveLength(3)
    expect(cells.applied).toEqual([])
  })

  it('records a call that failed', async () => {
    const { controller, ledger } = await openWith([{ error: new Error('503 overloaded') }])
    const { end, why } = await controller.cycle()
    expect(end).toBe('error')
    expect(why).toContain('503 overloaded')
    expect(await factsOf(ledger, 'model.called')).toMatchObject([{ why: 'The call failed: 503 overloaded' }])
  })

  it('does not ask again while the snapshot is unchanged, nor for a replay', async () => {
    const { controller, ledger, prompts } = await openWith(() => ({
      text: JSON.stringify({ summary: '', decisions: [] }),
    }))
    for (let i = 0; i < 5; i++) await controller.cycle()
    expect(prompts).toHaveLength(1)
    const replayed = await replayController(ledger, controller.stream)
    expect(replayed).toHaveLength(5)
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
    expect(prompts).toHaveLength(1)
  })

  it('asks again if its instructions have changed', async () => {
    const reply = { text: JSON.stringify({ summary: '', decisions: [] }) }
    const { model, prompts } = scriptedModel(() => reply)
    const ledger = openMemoryStore()
    for (const instructions of ['Keep a set.', 'Keep a set.', 'Keep b set.']) {
      const { controller } = await openCells({
        ledger,
        agents: { 'cells:decide': modelDecide({ model, instructions }) },
      })
      await controller.cycle()
      await controller.close()
    }
    expect(prompts).toHaveLength(2)
  })

  it('lets no denied target through, whatever the model proposes', async () => {
    const wish = { effect_ref: 'resource:bank:transfer', target_state: { amount: 1_000_000 } }
    const { controller, cells } = await openWith([{ text: JSON.stringify({ summary: '', decisions: [wish] }) }])
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors.join()).toContain('policy guard denied resource:bank:transfer')
    expect(cells.applied).toEqual([])
  })
})

describe('deciding again on an old snapshot', () => {
  it('puts the new plan beside the old one, and carries nothing out', async () => {
    const other = { summary: 'Set b.', decisions: [set('b')] }
    const { controller, ledger, cells } = await openWith([
      { text: JSON.stringify(PLAN) },
      { text: JSON.stringify(other) },
    ])
    const { snapshot, plan } = await controller.cycle()
    const { before, after } = await controller.decideAgain(snapshot?.snapshot_id ?? '')
    expect(before?.plan_id).toBe(plan?.plan_id)
    expect(after.decisions).toMatchObject([{ effect_ref: 'resource:cell:b' }])
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(await factsOf(ledger, 'plan.compared')).toMatchObject([{ with: plan?.plan_id, plan_id: after.plan_id }])
    expect((await replayController(ledger, controller.stream)).flatMap(({ differences }) => differences)).toEqual([])
  })

  it('refuses a snapshot that the controller never took', async () => {
    const { controller } = await openWith([])
    await expect(controller.decideAgain('snap-none')).rejects.toMatchObject({ code: 'CYCLE_UNKNOWN' })
  })
})
