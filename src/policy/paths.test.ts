import { expect, it } from 'vitest'
import { compactPins, expandPin, pinFault } from './paths.ts'

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
  [['~/.cargo/config', '~/.cargo/config.toml'], ['~/.cargo/config{,.toml}']],
])('pins that differ in their ending are written as one, and mean the same: %j', (pins, short) => {
  expect(compactPins(pins)).toEqual(short)
  expect(short.flatMap(expandPin).sort()).toEqual([...pins].sort())
})

it('a pin may be a setting of the user, and nothing else outside the project', () => {
  expect(pinFault('~/.cargo/config.toml')).toBeNull()
  for (const pin of ['~', '~/', '~/../x', '~root/x', '/etc/npmrc', '../x']) expect(pinFault(pin)).not.toBeNull()
})
