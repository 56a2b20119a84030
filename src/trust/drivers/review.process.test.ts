import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

/** Runs a review in a process that does nothing else, and prints its result. */
function reviewAlone(reviewer: string, after = '') {
  const index = pathToFileURL(resolve('dist/index.js')).href
  const program = `import { callOf, review } from '${index}'
    const call = callOf({ tool: 'Bash', input: { command: 'ls' } })
    const risk = { score: 0.9, opinions: [], left: [], categories: [] }
    const { answer, left } = await review(call, risk, [{ name: 'one', review: ${reviewer} }], 20)
    console.log(answer, left[0]?.why)
    ${after}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('a reviewer that never answers does not end the process before its time is up', () => {
  expect(reviewAlone('() => new Promise(() => {})')).toEqual({
    status: 0,
    stdout: 'ask No answer within 20 ms.\n',
    stderr: '',
  })
})

it('a reviewer that throws at once does not end the process when its time would be up', () => {
  const later = 'setTimeout(() => console.log("alive"), 60)'
  expect(reviewAlone('() => { throw new Error("no key") }', later)).toEqual({
    status: 0,
    stdout: 'ask no key\nalive\n',
    stderr: '',
  })
})
