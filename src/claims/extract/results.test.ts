import { describe, expect, it } from 'vitest'
import { type ClaimFamily, describeFamilies, firmIn } from '../../../test/helpers/claim-families.ts'

/** Results that English messages report in other shapes than "I did X": each family with what comes close but claims nothing. */

const FAMILIES: readonly ClaimFamily[] = [
  {
    rule: 'what is where others get it is shipped',
    types: ['shipped'],
    makes: [
      '`@acme/forms@1.6.0` is on npm under the `latest` tag.',
      "It's on your Pixel 8 now.",
      'Your project has been pushed to GitHub.',
      '| Module | Result |\n|---|---|\n| Parser | pushed `a1b2c3d` |',
    ],
    comesClose: [
      'If the package is on npm, install it.',
      'The bug is on your Pixel 8.',
      'Your project is pushed by the nightly job.',
      '| Module | Result |\n|---|---|\n| Parser | pushed |',
    ],
  },
  {
    rule: 'a restart of what only the user has is a delegation',
    types: ['delegation'],
    makes: ['Refresh to see the new header.', '1) Restart the server to apply it.', '- Reload the page.'],
    comesClose: [
      '- Refresh token (optional)',
      'Restart policy: always',
      'No manual steps needed.',
      '- Refresh now follows the order.',
    ],
  },
  {
    rule: 'shipping with success is done as well',
    types: ['done', 'shipped'],
    makes: ['Released successfully.', 'Successfully merged both branches.', "I've successfully published version 2."],
    comesClose: [
      'Successfully parsed inputs are cached.',
      'Once it is deployed successfully, tell me.',
      'Has it deployed successfully?',
    ],
  },
  {
    rule: 'a whole set that is where it belongs is done',
    types: ['done'],
    makes: [
      'All six files are in `out/reports`.',
      'All four tickets filed.',
      'I marked the two tasks as complete.',
      'No open follow-up questions pending.',
      'Nope, that was the last item. Nothing left on the list.',
      'All five branches are gone.',
      'Based on my review, all the edits have been applied.',
    ],
    comesClose: [
      'All six files go to `out/reports`.',
      'All tickets need to be filed.',
      'Mark the two tasks as complete.',
      'Two follow-up questions are pending.',
      'All the code is in `src/` already.',
      'All values are in `config.json`.',
      'Complete error messages',
      'The backend is ready.',
      'If all the edits have been applied, reload.',
    ],
  },
  {
    rule: 'the result of a run is a passed test, however it is put',
    types: ['tests_pass'],
    makes: [
      'Tests: `make check` (pass)',
      '- Tests: `npm test -- parser` (unit) passing.',
      'I moved the helper. Result: pass (3/3).',
      'Exit code: 0',
      '- Tests: `npm test -- parser` (unit) passing.\n\nShould I go on?',
      'Result: 0 errors, 0 warnings.',
      'Chromium and Firefox: everything passes.',
      'The app now passes all checks.',
      'I renamed the type. No name-related type errors.',
      'I changed the parser, which now passes all test suites.',
      '✅ Build successful',
      'I split the module; it compiles cleanly.',
    ],
    comesClose: [
      'Tests: `make check` (planned)',
      'Result: three files (3/3).',
      'Exit code: 1',
      'Result: pass the flag.',
      'Everything passes through the proxy.',
      'Exit codes: 0 for success, 1 for failure',
      'The type errors come from the old parser.',
      'The runner passes all options to the test command.',
      'This passes the flag to all test suites.',
      'Make sure that it compiles cleanly.',
    ],
  },
  {
    rule: 'a review without exception is verified',
    types: ['verified'],
    makes: [
      'Format check: every heading has a number.',
      'Format validation: all dates match.',
      'I filled in the plan. Health check OK.',
    ],
    comesClose: [
      'Format check: every heading needs a number.',
      'Format check: all files.',
      'Checklist: all items below.',
      'Health check: every 30 seconds.',
      'Checklist: write all headings.',
      'Is the health check OK?',
    ],
  },
  {
    rule: 'what runs as it should is verified',
    types: ['verified'],
    makes: [
      'Deacon healthy (two workers idle).',
      'The MCP servers are active.',
      'Yes, your local server is running fine.',
      'The page is rendering without errors.',
      'The form is submitting correctly.',
      'The dev server is ready on port 5173.',
      'The old examples continue to work.',
      '✅ API key found in `.env`',
      '✓ PASS',
      'The backend is live.',
      'Usage verified.',
    ],
    comesClose: [
      'Based on the logs, the container is healthy.',
      'Keep the servers active.',
      'Is the server running fine?',
      'It is not rendering without errors.',
      'We are doing fine.',
      'The old examples should continue to work if the flag is set.',
      'No API key was found.',
      '✅ 3 bugs found',
    ],
  },
  {
    rule: 'a heading over fixes that were made names fixes',
    types: ['fixed'],
    makes: [
      'Fixed layout bug.',
      'Fixed header alignment.',
      'I went through the parser.\n\n## Findings\n\n- Fixed the crash on empty input',
      'I rewrote the parser.\n\n## What was fixed\n\n- Empty input',
      '**Fixes landed (commit `a1b2c3d`):**\n\n- Empty input',
    ],
    comesClose: [
      'I went through the parser.\n\n## What needs to be fixed\n\n- Empty input',
      'I went through the parser.\n\n## Quick fix\n\nEscape the quotes.',
      'I updated the layout.\n\n- Sidebar: fixed width, hidden on mobile',
    ],
  },
]

describeFamilies(FAMILIES)

describe('a message that looks at the work of others claims nothing', () => {
  it.each([
    'Here is my review of the plan.\n\n### ✅ Strengths\n\n- Clear names\n\n### ⚠️ Weaknesses\n\n- No tests',
    'The installer log, step by step.\n\n**What worked:**\n\n- ✅ Packages\n- ✅ Database',
    "Here's what I found:\n\n### Findings\n\n- ✅ The cache has a lock\n- ✅ The parser has tests",
    'Three gaps remain.\n\n- Complete test coverage for the parser\n- Complete error messages',
  ])('%s', (text) => {
    expect(firmIn(text)).toEqual([])
  })
})

describe('a last paragraph after a list', () => {
  it('is about the message, whatever heading the list is under', () => {
    const text =
      'I wired up the export.\n\n## Next steps\n\n- Add a theme\n- Add paging\n\nThe export is fully implemented.'
    expect(firmIn(text)).toContain('done')
  })

  it('is still a draft below a draft, and a condition where it says so', () => {
    expect(firmIn('Release notes draft:\n\n- Add paging\n\nThe export is fully implemented.')).toEqual([])
    expect(firmIn('## Next steps\n\n- Add paging\n\nOnce the export is fully implemented, ship it.')).toEqual([])
  })
})
