import { describe, expect, it } from 'vitest'
import { check, type Listing } from './checks.ts'
import { namedCheck, withoutStarter } from './named.ts'

const LISTING: Listing = {
  files: ['package.json', 'verify.sh'],
  read: (path) =>
    path === 'package.json' ? '{"scripts":{"verify":"vitest run","ship":"node ship.js"}}' : '#!/bin/sh\nnode --test\n',
}

describe('a check that a person names', () => {
  it.each([
    ['npm run verify', 'test', 'package.json#/scripts/verify'],
    ['./verify.sh', 'test', 'verify.sh'],
    ['npx eslint .', 'lint', '.eslintrc'],
    ['npm run ship', 'check', 'package.json#/scripts/ship'],
    ['make all-tests', 'test', null],
    ['./contest.py', 'check', null],
  ])('%s is of kind %s, with what defines it pinned', (command, kind, pin) => {
    const found = namedCheck(LISTING, command.split(' '))
    expect(found.kind).toBe(kind)
    if (pin !== null) expect(found.pins).toContain(pin)
  })
})

describe('a check whose starter is missing', () => {
  it.each([
    ['uv run pytest -q', 'python3 -m pytest -q'],
    ['poetry run python -m unittest', 'python3 -m unittest'],
    ['ruff check', 'python3 -m ruff check'],
    ['uv run ./serve.py', null],
    ['uv sync', null],
    ['npm test', null],
    ['python3 -m pytest', null],
  ])('%s is run as %s', (command, instead) => {
    expect(withoutStarter(check('', 'test', command, 'x'))?.command.join(' ') ?? null).toBe(instead)
  })
})
