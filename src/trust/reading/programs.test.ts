import { expect, it } from 'vitest'
import { fullName, isWrapper, kindOf } from './programs.ts'

it.each([
  ['curl', 'fetch'],
  ['wget', 'fetch'],
  ['invoke-webrequest', 'fetch'],
  ['nc', 'connect'],
  ['rm', 'delete'],
  ['os.system(', 'execute'],
  ['constructor', null],
  ['__proto__', null],
  ['', null],
])('%s is of kind %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind)
})

it('short names stand for long ones; other names for themselves', () => {
  expect(fullName('iwr')).toBe('invoke-webrequest')
  expect(fullName('toString')).toBe('toString')
})

it('a command follows a wrapper', () => {
  expect(isWrapper('sudo')).toBe(true)
  expect(isWrapper('rm')).toBe(false)
})
