import { expect, it } from 'vitest'
import { compactPins, expandBraces, globFault, pinFault } from './paths.ts'

it.each([
  [
    ['vitest.config.ts', 'vitest.config.js', 'a/vitest.config.js', 'pytest.ini'],
    ['a/vitest.config.js', 'pytest.ini', 'vitest.config.{js,ts}'],
  ],
  [
    ['.eslintrc', '.eslintrc.js', '.npmrc'],
    ['.eslintrc{,.js}', '.npmrc'],
  ],
  [
    ['vite.config.js', 'vite.config.ts#/test', 'package.json#/jest', 'package.json#/scripts/a.b'],
    ['package.json#/jest', 'package.json#/scripts/a.b', 'vite.config.js', 'vite.config.ts#/test'],
  ],
  [['{{cookiecutter.name}}/tox.ini'], ['{{cookiecutter.name}}/tox.ini']],
  [
    [...['pretest', 'test', 'posttest'].map((name) => `package.json#/scripts/${name}`), 'package.json#/jest'],
    ['package.json#/jest', 'package.json#/scripts/{test,pretest,posttest}'],
  ],
  [
    ['p/a/v.js', 'p/a/v.ts', 'p/b/v.js', 'p/b/v.ts', 'v.js', '~/.npmrc', '.npmrc', 'p/b/.npmrc'],
    ['.npmrc', 'p/b/.npmrc', 'p/{a,b}/v.{js,ts}', 'v.js', '~/.npmrc'],
  ],
  [['~/.cargo/config', '~/.cargo/config.toml'], ['~/.cargo/config{,.toml}']],
])('pins that differ in one part are written as one, and mean the same: %j', (pins, short) => {
  expect(compactPins(pins)).toEqual(short)
  expect(short.flatMap(expandBraces).sort()).toEqual([...pins].sort())
})

it('a pin may be a setting of the user, and nothing else outside the project', () => {
  expect(pinFault('~/.cargo/config.toml')).toBeNull()
  for (const pin of ['~', '~/', '~/../x', '~root/x', '/etc/npmrc', '../x']) expect(pinFault(pin)).not.toBeNull()
})

it('in a pin, * stands for a whole folder in the project, and for nothing else', () => {
  for (const pin of ['packages/*/package.json#/scripts/{test,pretest}', '*/*/.npmrc', 'a/*/b/x.js'])
    expect(expandBraces(pin).map(pinFault)).not.toContainEqual(expect.any(String))
  for (const pin of ['*', 'src/*', 'src/*.js', 'a*/x', '**/x', 'a/**/x', 'a/*b/x', '~/*/x', 'a?/x'])
    expect(pinFault(pin)).toMatch('* stands for a whole folder')
})

it('braces that would stand for millions of names are refused, quickly', () => {
  const many = '{a,b}'.repeat(90)
  expect([pinFault(many), globFault(many)]).toEqual([expect.stringMatching('1000'), expect.stringMatching('1000')])
  expect(globFault('!**/*.{js,ts}')).toBeNull()
})
