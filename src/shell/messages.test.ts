import { expect, it } from 'vitest'
import { messagesIn } from './messages.ts'
import { readShell } from './read.ts'

it.each([
  ['git add -A && git commit -m "Fix the crash" -m "All tests pass."', ['Fix the crash', 'All tests pass.']],
  ['git -C app commit -qam "Done"', ['Done']],
  ['git commit --message=Done --no-verify', ['Done']],
  ['git commit -F message.txt', []],
  ['git commit --author "Tests pass" -m x', ['x']],
  ['git commit -m "$(cat <<\'EOF\'\nFix it\n\nVerified.\nEOF\n)"', ['Fix it\n\nVerified.\n']],
  ['gh pr create --title "Add it" --body "Deployed."', ['Add it', 'Deployed.']],
  ['gh pr list --search "tests pass"', []],
  ['echo git commit -m Done', []],
])('%s leaves %j', (command, expected) => {
  const reading = readShell(command)
  expect(reading.kind === 'read' ? messagesIn(reading.runs) : null).toEqual(expected)
})
