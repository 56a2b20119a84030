import { expect, it } from 'vitest'
import { hostClass, isAddress } from './hosts.ts'

it.each([
  ['localhost', 'local'],
  ['LOCALHOST:8080', 'local'],
  ['app.localhost', 'local'],
  ['127.0.0.1', 'local'],
  ['0.0.0.0', 'local'],
  ['::1', 'local'],
  ['[::1]:80', 'local'],
  ['10.1.2.3', 'lan'],
  ['192.168.1.1:22', 'lan'],
  ['172.16.0.1', 'lan'],
  ['172.31.255.255', 'lan'],
  ['172.32.0.1', 'net'],
  ['198.51.100.7', 'net'],
  ['169.254.169.254', 'metadata'],
  ['metadata.google.internal', 'metadata'],
  ['raw.githubusercontent.com', 'raw'],
  ['pastebin.com', 'drop'],
  ['abc.ngrok.io', 'drop'],
  ['github.com', 'known'],
  ['api.github.com:443', 'known'],
  ['printer', 'inside'],
  ['nas.local', 'inside'],
  ['evil.io', 'host'],
])('%s is %s', (host, named) => {
  expect(hostClass(host)).toBe(named)
})

it.each(['github.com.evil.io', 'notgithub.com', 'pastebin.com.evil.io', 'github.com-evil.io'])(
  '%s only looks like a listed site',
  (host) => {
    expect(hostClass(host)).toBe('host')
  },
)

it.each([
  ['1.2.3.4', true],
  ['1.2.3', false],
  ['1.2.3.4.5', false],
  ['1.2.3.x', false],
  ['1.2.3.', false],
  ['', false],
])('%j is an address: %s', (text, isOne) => {
  expect(isAddress(text)).toBe(isOne)
})
