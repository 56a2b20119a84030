import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('the quick tests cannot start a process', () => {
  for (const start of [spawn, spawnSync, execFileSync])
    expect(() => start('true')).toThrow('Tests in this project must not start processes.')
})
