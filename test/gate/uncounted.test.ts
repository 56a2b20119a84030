import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DONE, gate } from '../helpers/gate.ts'

/** A turn whose blocks cannot be counted would be blocked forever. */

describe('a turn of a gate that fails', () => {
  it('ends at once if the blocks cannot be counted', async () => {
    const on = await gate()
    writeFileSync(join(on.home, 'blocks'), '')
    const TMPDIR = join(on.root, 'nowhere')
    writeFileSync(TMPDIR, '')
    const { answer } = await on.tell('Stop', { last_assistant_message: DONE }, { TMPDIR })
    expect(answer['decision']).toBeUndefined()
    expect(answer['systemMessage']).toContain('UNSUPERVISED')
    expect(on.bodies('stop.judged')).toMatchObject([{ verdict: 'unsupervised' }])
  })

  const FOLDERS: { [what: string]: (folder: string) => void } = {
    'that others write in': (folder) => {
      mkdirSync(folder)
      chmodSync(folder, 0o777)
    },
    'that is a link': (folder) => {
      mkdirSync(`${folder}-else`, { mode: 0o700 })
      symlinkSync(`${folder}-else`, folder)
    },
  }
  for (const [what, make] of Object.entries(FOLDERS))
    it(`is not counted in a temporary folder ${what}`, async () => {
      const on = await gate()
      writeFileSync(join(on.home, 'blocks'), '')
      make(join(on.root, 'tmp', `bailiff-${process.getuid?.()}`))
      const stopped = await on.stop(DONE)
      expect(stopped).toMatchObject({ decision: undefined, verdict: 'unsupervised' })
    })
})
