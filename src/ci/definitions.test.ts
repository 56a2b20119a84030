import { expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { compile } from '../policy/compile.ts'
import { policySchema } from '../policy/schema.ts'
import { definitionsOf } from './definitions.ts'
import type { Git } from './git.ts'

/** A git that has these files in its commits. */
const gitWith =
  (commits: { [commit: string]: { [path: string]: string } }): Git =>
  async ([command, ...args], input = '') => {
    if (command === 'ls-tree') {
      const folders = Object.keys(commits[args.at(-1) ?? ''] ?? {}).flatMap((path) =>
        path.split('/').flatMap((_, i, parts) => (i === 0 ? [] : [parts.slice(0, i).join('/')])),
      )
      return Buffer.from([...new Set(folders)].join('\0'))
    }
    const answers = input
      .trim()
      .split('\n')
      .map((name) => {
        const [commit = '', path = ''] = name.split(':')
        const text = commits[commit]?.[path]
        return text === undefined ? `${name} missing\n` : `${'0'.repeat(40)} blob ${text.length}\n${text}\n`
      })
    return Buffer.from(answers.join(''))
  }

const POLICY = compile(
  policySchema.parse({
    version: 1,
    validators: { t: { kind: 'vitest_pass', command: 'npm test', pins: ['packages/*/package.json#/scripts/test'] } },
  }),
).policy

const script = (test: string): string => JSON.stringify({ scripts: { test } })

it('a pin in every package holds back a changed script, not a new package', async () => {
  const base = { 'packages/a/package.json': script('vitest'), 'packages/b/package.json': script('vitest') }
  const head = { ...base, 'packages/b/package.json': script('true'), 'packages/c/package.json': script('true') }
  const judge = (commits: { [commit: string]: { [path: string]: string } }) =>
    definitionsOf(
      gitWith(commits),
      { top: tempDir(), base: { ref: 'main', commit: 'base' }, mergeBase: 'base', head: 'head' },
      POLICY,
      null,
    )
  expect((await judge({ base, head })).changed).toEqual(['packages/b/package.json#/scripts/test'])
  expect((await judge({ base, head: { ...head, ...base } })).changed).toEqual([])
})
