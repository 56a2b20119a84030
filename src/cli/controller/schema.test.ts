import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { schemaOf } from './schema.ts'

describe('bailiff controller schema', () => {
  it.each(['bundle', 'snapshot', 'plan', 'report'])(
    'docs/controller-%s.schema.json matches the schema in use',
    (name) => {
      expect(JSON.parse(readFileSync(`docs/controller-${name}.schema.json`, 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(schemaOf(name))),
      )
    },
  )

  it.each(['bundle', 'snapshot', 'plan', 'report', 'gap_map', 'backlog'])('prints the schema of a %s', async (name) => {
    const { exit, out } = await runCli(['controller', 'schema', name])
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ type: 'object', title: expect.stringMatching(/^Bailiff /) })
  })

  it('names the known schemas if it does not know one', async () => {
    expect(await runCli(['controller', 'schema', '__proto__'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Known: bundle, snapshot, plan, report, gap_map, backlog. [USAGE]'),
    })
  })
})
