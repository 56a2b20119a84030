import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BAILIFF, start } from '../helpers/children.ts'
import { tempDir } from '../helpers/temp.ts'

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a demo that is stopped by %s leaves nothing behind',
  async (signal) => {
    const dir = tempDir()
    const demo = start([BAILIFF, 'demo'], undefined, undefined, { env: { ...process.env, TMPDIR: dir } })
    await demo.said('2. The agent')
    expect(readdirSync(dir)).toHaveLength(1)
    demo.process.kill(signal)
    expect(await demo.ended).toMatchObject({
      code: 1,
      stderr: 'bailiff: The demo was stopped and cleaned up. [STOPPED]\n',
    })
    expect(readdirSync(dir)).toEqual([])
  },
)
