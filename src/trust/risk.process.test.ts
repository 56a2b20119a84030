import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BAILIFF } from '../../test/helpers/children.ts'
import { FEW, realPack, shippedBytes, storeOf } from '../../test/helpers/packs.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { riskOf } from './risk.ts'

const scores = (): (number | null)[] => FEW.map(({ call }) => riskOf(call, storeOf(realPack())).score)

describe('the same call and the same pack give the same bits', () => {
  it('in a pack that was built by another process', () => {
    expect(Buffer.compare(readFileSync('dist/pack.bin'), shippedBytes())).toBe(0)
  })

  it('in another process, through the package', () => {
    const index = pathToFileURL(resolve('dist/index.js')).href
    const program = `import { riskOf, shippedPack, storeOf } from '${index}'
      const calls = JSON.parse(process.argv[1])
      const store = storeOf(shippedPack(), null)
      console.log(JSON.stringify(calls.map((call) => riskOf(call, store).score)))`
    const calls = JSON.stringify(FEW.map(({ call }) => call))
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, calls], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(scores())
  })

  it('in another process, through the command line', () => {
    const input = FEW.map(({ call }, id) => JSON.stringify({ id, dispatch: { tool: call.tool, input: call.input } }))
    const { status, stdout } = spawnSync(
      process.execPath,
      [BAILIFF, 'trust', 'score', '--jsonl', '--home', tempDir()],
      {
        encoding: 'utf8',
        input: input.join('\n'),
      },
    )
    expect(status).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).score),
    ).toEqual(scores())
  })
})
