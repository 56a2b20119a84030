import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { readPin } from '../paths.ts'
import { changedPins, digestsOf } from './pins.ts'

describe('a pin in every folder of a kind', () => {
  const PINS = ['packages/*/package.json#/scripts/test', 'packages/*/vitest.config.js'].map(readPin)
  let root = ''
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const changed = (approved: ReturnType<typeof digestsOf>): string[] =>
    changedPins(PINS, approved, digestsOf(root, PINS))

  beforeEach(() => {
    root = tempDir()
    for (const name of ['a', 'b']) write(`packages/${name}/package.json`, '{"scripts":{"test":"vitest"}}')
    write('packages/node_modules/x/package.json', '{}')
  })

  it('covers each folder, and neither other changes nor new folders', () => {
    const approved = digestsOf(root, PINS)
    expect(Object.keys(approved)).toHaveLength(4)
    write('packages/a/package.json', '{"name":"a","scripts":{"test":"vitest"}}')
    write('packages/c/package.json', '{"scripts":{"test":"true"}}')
    expect(changed(approved)).toEqual([])
  })

  it('notices another script, a new configuration, and a folder that is gone or hidden by a file', () => {
    const approved = digestsOf(root, PINS)
    write('packages/a/package.json', '{"scripts":{"test":"true"}}')
    write('packages/b/vitest.config.js', '')
    expect(changed(approved)).toEqual(['packages/a/package.json#/scripts/test', 'packages/b/vitest.config.js'])
    rmSync(join(root, 'packages'), { recursive: true })
    writeFileSync(join(root, 'packages'), '')
    expect(changed(approved)).toEqual(['a', 'b'].map((name) => `packages/${name}/package.json#/scripts/test`))
  })
})
