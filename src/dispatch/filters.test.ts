import { describe, expect, it } from 'vitest'
import { runsOf } from '../../test/helpers/shell.ts'
import { known } from '../shell/value.ts'
import { filterOf, letsThrough } from './filters.ts'
import type { Place } from './protection/place.ts'

const PLACE: Place = {
  code: 'PROTECTED_KEYS',
  path: '/h/.local/state/b/keys',
  denies: ['read'],
  exists: true,
  tail: null,
  isListable: false,
  holds: ['k1.key', 'current'],
  except: [],
}

const passes = (options: string, source: string): boolean => {
  const [run] = runsOf(`rsync -a ${options} ${source} /tmp/x`)
  return run !== undefined && letsThrough(filterOf(run, known(source)), source.replace(/\/$/, ''), PLACE)
}

describe('the filter of a copy', () => {
  it.each([
    ['no rule', '', '/h/'],
    ['an exclusion of something else', '--exclude .cache --exclude=*.log', '/h/'],
    ['an inclusion before the exclusion of all', "--include='*/' --include='*.key' --exclude='*'", '/h/'],
    ['an inclusion of a whole folder', "--include='b/***' --exclude='*'", '/h/.local/state/'],
    ['a rule that comes too late', "--include='*' --exclude=.local", '/h/'],
    ['an exclusion at another root', '--exclude=/state', '/h/.local/state/'],
    ['an exclusion of files only', "--exclude='current'", '/h/'],
    ['rules in a file', '--include-from=rules --exclude=*', '/h/'],
    ['rules that are merged', "--filter='merge rules' --exclude='*'", '/h/'],
    ['an unknown rule', '--include="$X" --exclude=*', '/h/'],
    ['a star that would have to cross a slash', "--exclude='/*/b'", '/h/'],
  ])('lets keys through with %s', (_, options, source) => {
    expect(passes(options, source)).toBe(true)
  })

  it.each([
    ['a name', '--exclude=.local', '/h/'],
    ['a folder', '--exclude .local/', '/h'],
    ['a path', '--exclude=.local/state', '/h/'],
    ['a rooted path', "--filter='- /.local/state/b'", '/h/'],
    ['a rooted path below the folder itself', '--exclude=/h/.local', '/h'],
    ['everything but something else', "--include='.config/***' --exclude='*'", '/h/'],
    ['everything but files of another kind', "--include='*/' --include='*.md' --exclude='*'", '/h/'],
    ['two stars', "--exclude='.local/**'", '/h/'],
    ['files that can only exclude', "--filter=':- .gitignore' --exclude=.local", '/h/'],
    ['each file', "--exclude='*.key' --exclude=current", '/h/'],
  ])('keeps keys out by %s', (_, options, source) => {
    expect(passes(options, source)).toBe(false)
  })
})
