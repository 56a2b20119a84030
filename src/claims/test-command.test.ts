import { expect, it } from 'vitest'
import { isTestCommand } from './test-command.ts'

it.each([
  'npm test',
  'npm run test:unit 2>&1 | tail -20',
  'cd app && CI=1 pnpm -r test',
  'node --test test/',
  'python3 -m pytest -q',
  'timeout 60 cargo test; echo $?',
  'make check',
])('takes %j for a run of tests', (command) => expect(isTestCommand(command)).toBe(true))

it.each([
  'ls -la',
  'npm run build && npm test',
  'npm install jest',
  'node --test > results.txt',
  'sed -i s/a/b/ a.test.js && npm test',
  'git commit -m "npm test"',
  'make',
])('takes %j for more than that, or for none', (command) => expect(isTestCommand(command)).toBe(false))
