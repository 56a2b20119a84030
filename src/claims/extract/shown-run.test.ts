import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'
import { showsRun } from './shown-run.ts'

const fence = (text: string, info = ''): string => `\`\`\`${info}\n${text}\n\`\`\``
const keys = (message: string): string[] => extractClaims(message).shown.map(({ key }) => key)

const JEST = 'Test Suites: 2 passed, 2 total\nTests:       12 passed, 12 total\nTime:        1.2 s'

describe('a passed test run in a fence', () => {
  it.each([
    ['vitest', ' Test Files  2 passed (2)\n      Tests  12 passed (12)\n   Duration  1.21s', '12'],
    ['jest', JEST, '12'],
    ['pytest', '============ 12 passed, 1 skipped in 0.05s ============', '12'],
    ['pytest, quiet', '............\n12 passed in 0.05s', '12'],
    ['cargo', 'running 12 tests\ntest result: ok. 12 passed; 0 failed; 0 ignored; 0 measured', '12'],
    ['go', 'ok  \texample.com/add\t0.012s', 'example.com/add'],
    ['node:test', '# tests 12\n# pass 12\n# fail 0', '12'],
    ['node:test, spec', 'ℹ tests 12\nℹ pass 12\nℹ fail 0', '12'],
    ['mocha', '  12 passing (34ms)', '12'],
    ['unittest', 'Ran 12 tests in 0.003s\n\nOK', '12'],
    ['a short form', '$ npm test\n…\n12 passed', '12'],
  ])('is noted: %s', (_, output, key) => {
    expect(keys(`The parser keeps the last line now.\n\n${fence(output)}`)).toEqual([key])
    expect(keys(`Test run:\n\n${fence(`$ npm test\n${output}`, 'console')}\n\nAnything else?`)).toEqual([key])
  })

  it('is noted if it is the whole message', () => {
    expect(keys(fence('$ npm test\n12 passed'))).toEqual(['12'])
  })

  it('has its place and its summary as a quote', () => {
    const message = `Here is the run:\n\n${fence(JEST)}\n`
    const [run] = extractClaims(message).shown
    expect(message.slice(run?.start, run?.end)).toBe(fence(JEST))
    expect(run?.quote).toBe('Tests:       12 passed')
  })

  it.each([
    ['it failed', `Here is the run:\n\n${fence('Tests: 2 failed, 12 passed, 14 total')}`],
    ['node:test failed', `Here is the run:\n\n${fence('# pass 12\n# fail 2')}`],
    ['it is what to expect', `Expected output:\n\n${fence(JEST)}`],
    ['it is what the user should see', `Run \`npm test\`. You should see:\n\n${fence(JEST)}`],
    ['it is an example', `Example output:\n\n${fence(JEST)}`],
    ['it is the user’s log', `Your CI log says:\n\n${fence(JEST)}`],
    ['it is below a heading for plans', `## Next steps\n\nRun the tests:\n\n${fence(JEST)}`],
    ['it is from before', `Before my change, it was:\n\n${fence(JEST)}\n`.replace('it was', 'previously')],
    ['it depends', `If you run the tests, they print:\n\n${fence(JEST)}`],
    ['it is a document', `The README says it.\n\n${fence(JEST, 'markdown')}`],
    ['it is code', `I added this.\n\n${fence("expect(out).toBe('x')\n12 passed", 'ts')}`],
    ['it shows something else', `Here is the log:\n\n${fence('12 files changed')}`],
  ])('is not noted if %s', (_, message) => {
    expect(keys(message)).toEqual([])
  })
})

it('another print-out of the same run is recognised by its count or package', () => {
  expect(showsRun(`> p@1.0.0 test\n\n${JEST}\n`, { key: '12' })).toBe(true)
  expect(showsRun('# pass 12\n# fail 0\n', { key: '12' })).toBe(true)
  expect(showsRun('# pass 11\n# fail 1\n', { key: '12' })).toBe(false)
  expect(showsRun('ok  \texample.com/add\t(cached)\n', { key: 'example.com/add' })).toBe(true)
  expect(showsRun('12 files changed', { key: '12' })).toBe(false)
})
