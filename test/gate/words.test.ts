import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { FAILING, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'
import { claude, gemini, transcript } from '../helpers/transcripts.ts'

/** Words of an agent besides its final message, and failures that it states. */

const CLAIM = 'All tests pass, the feature is done.'
const CLOSING = 'Anything else?'

describe('a claim in an earlier message of the turn', () => {
  it('must be earned in Claude Code, unless it is taken back or was a subagent’s', async () => {
    const on = await gate()
    const stopAfter = (final: string, ...lines: JsonObject[]) =>
      on.stop(final, { transcript_path: transcript(claude.prompt('Go.'), ...lines, claude.says(final)).path })
    const claimed = [claude.says(CLAIM), claude.calls('c1', { command: 'ls' })]
    expect(await stopAfter(CLOSING, ...claimed)).toMatchObject({
      decision: 'block',
      findings: ['tests_pass FAILED', 'done FAILED'],
    })
    const retracted = await stopAfter('The tests do not pass yet.', ...claimed)
    expect(retracted).toMatchObject({ decision: undefined, findings: [] })
    const aside = await stopAfter(CLOSING, ...claimed.map((line) => ({ ...line, isSidechain: true })))
    expect(aside).toMatchObject({ decision: undefined, findings: [] })
  })

  it('must be earned in Gemini CLI', async () => {
    const on = await gate({ host: 'gemini' })
    const said = [gemini.says(CLAIM, 'm1'), gemini.calls(['c1', 'list_directory', { path: '.' }])]
    const { path } = transcript(gemini.prompt('Go.'), ...said, gemini.says(CLOSING, 'm2'))
    const stopped = await on.stop(`${CLAIM}${CLOSING}`, { transcript_path: path })
    expect(stopped).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED', 'done FAILED'] })
  })
})

describe('the line for the person', () => {
  it('quotes what the agent says without characters that reorder or hide it, and quotes the rest as it is', async () => {
    const on = await gate({ files: { ...PROJECT, ...PASSING } })
    const told = (message: string) =>
      on.tell('Stop', { session_id: 's', cwd: on.project, last_assistant_message: message })
    const { answer, stderr } = await told('Failing: adds \u202e dlrow \u2066 \u009b2J \u001b[2J x')
    const line = 'adds \\u202e dlrow \\u2066 \\u009b2J \\u001b[2J x"'
    expect(answer['systemMessage']).toContain(line)
    expect(stderr).toContain(line)
    const plain = await told('Failing: größer → 大')
    expect(plain.answer['systemMessage']).toContain('"Failing: größer → 大"')
  })
})

describe('a test run shown in a fence', () => {
  const shown = (count: number): string => `Here is the run:\n\n\`\`\`\n$ npm test\n# pass ${count}\n# fail 0\n\`\`\``

  it('must be earned, unless the session has that run on record', async () => {
    const on = await gate({ files: { ...PROJECT, ...PASSING }, policy: `${POLICY}modes: { work: off }\n` })
    const { said } = await on.shell('npm test')
    expect(said).toContain('# pass 2')
    await on.edit(FAILING)
    expect(await on.stop(shown(2))).toMatchObject({ decision: undefined })
    expect(await on.stop(shown(12))).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    await on.shell('echo "# pass 12"')
    expect(await on.stop(shown(12))).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    expect(await on.stop(shown(12).replace('Here is the run', 'Expected output'))).toMatchObject({
      decision: undefined,
    })
    await on.edit(PASSING)
    expect(await on.stop(shown(12))).toMatchObject({ decision: undefined, verdict: 'earned' })
  })
})

describe('where the policy blocks "blocked"', () => {
  it('an honest failure goes free, and a task that cannot go on does not', async () => {
    const on = await gate({ policy: `${POLICY}modes: { blocked: block }\n` })
    for (const text of [
      'I could not verify the fix.',
      'I was unable to run the tests here.',
      'I tried three approaches and none worked. It is not fixed.',
    ])
      expect(await on.stop(text)).toMatchObject({ decision: undefined, findings: [] })
    expect(await on.stop("I can't go on: I have no access to the database.")).toMatchObject({
      decision: 'block',
      findings: ['blocked NO_VALIDATOR'],
    })
  })
})
