import { expect, it } from 'vitest'
import { classOfExtension, extensionOf } from './extensions.ts'

it.each([
  ['a.sh', 'sh', 'code'],
  ['a.PS1', 'ps1', 'code'],
  ['a.tar.gz', 'gz', 'archive'],
  ['notes.md', 'md', 'document'],
  ['/etc/server.pem', 'pem', 'keys'],
  ['a.ts', 'ts', 'other'],
  ['a', '', ''],
  ['.bashrc', '', ''],
  ['a.', '', ''],
  ['a.b c', '', ''],
  ['a.toolong1', '', ''],
])('%s has the extension %j of class %j', (path, extension, named) => {
  expect(extensionOf(path)).toBe(extension)
  expect(classOfExtension(extension)).toBe(named)
})
