import { expect, it } from 'vitest'
import { DONE, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Texts that once took longer to read than a host waits. */

const SUMMARY = {
  vitest_pass: ['      Tests  3 passed (3)', '      Tests  1 failed | 2 passed (3)'],
  node_test_pass: [
    'ℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0',
    'ℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0',
  ],
  go_test_pass: ['ok  \ta.org/a\t0.1s', 'FAIL\ta.org/a\t0.1s'],
} as const

/** Checks that print 100,000 blank lines before their result, which is in a file. */
async function printing(): Promise<Gate> {
  const kinds = Object.keys(SUMMARY)
  const policy = `version: 1
validators:
${kinds.map((kind) => `  ${kind}: { kind: ${kind}, command: sh test/prints.sh ${kind} }`).join('\n')}
bindings:
  tests_pass: [${kinds.join(', ')}]
  done: [${kinds.join(', ')}]
outputs: ["*.txt"]
`
  const prints = 'yes "" | head -n 100000\ncat "$1.txt"\n! grep -q -i fail.*1 "$1.txt"\n'
  return gate({ policy, files: { ...PROJECT, ...PASSING, 'test/prints.sh': prints } })
}

const summaries = (which: 0 | 1): { [path: string]: string } =>
  Object.fromEntries(Object.entries(SUMMARY).map(([kind, both]) => [`${kind}.txt`, `${both[which]}\n`]))

it('reads a result behind 100,000 blank lines, whether it is good or bad', async () => {
  const on = await printing()
  on.write(summaries(0))
  await on.edit({ 'src/add.js': 'export const add = (a, b) => b + a\n' })
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  on.write(summaries(1))
  await on.edit({ 'src/add.js': 'export const add = (a, b) => a + b + 0\n' })
  expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
  expect(on.bodies('validator.failed').map(({ code }) => code)).toEqual(Object.keys(SUMMARY).map(() => 'TESTS_FAILED'))
})

it('misses the tests of a file that is filled with a megabyte of calls that never end', async () => {
  const on = await gate({ policy: POLICY, files: { ...PROJECT, ...PASSING } })
  await on.ask()
  await on.edit({
    'test/add.test.js': 'test('.repeat(200_000),
    'test/b.test.js': PROJECT['test/add.test.js'].split('test(')[0] ?? '',
  })
  const stop = await on.stop(DONE)
  console.log(
    JSON.stringify(
      on
        .entries()
        .slice(-6)
        .map((e) => [e.kind, e.body]),
      null,
      1,
    ).slice(0, 4000),
  )
  expect(stop).toMatchObject({ decision: 'block', verdict: 'blocked' })
  expect(stop.reason).toContain('"test/add.test.js: adds" (gone)')
})
