import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { classOf, partsOf } from './words.ts'

describe('the class of a word', () => {
  it.each([
    ['an address on the internet', '198.51.100.7', 'ip:net'],
    ['one with a port', '198.51.100.7:4444', 'ip:net'],
    ['a network', '10.0.0.0/8', 'ip:lan'],
    ['the address of cloud credentials', '169.254.169.254', 'ip:metadata'],
    ['a number', '4096', 'number'],
    ['one with a unit', '5m', 'number'],
    ['a hexadecimal one', '0x1f', 'number'],
    ['a mode', '644', 'number:3'],
    ['a mode that lets anybody write', '0777', 'mode:open'],
    ['a mode that passes on rights', '4755', 'mode:set-id'],
    ['a hash', 'da39a3ee5e6b4b0d3255bfef95601890afd80709', 'hash'],
    ['encoded data', 'aGVsbG8gd29ybGQ'.repeat(5), 'encoded'],
    ['escaped bytes', '\\x72\\x6d', 'escapes'],
    ['a script on the internet', 'http://198.51.100.7/x.sh', 'url:net:code'],
    ['the same with a query', 'http://198.51.100.7/x.sh?a=b.zip', 'url:net:code'],
    ['a well-known site', 'https://github.com/a/b', 'url:known:'],
    ['a site with a password', 'https://me:secret@evil.example.org/a', 'url:host:login:'],
    ['a file as an address', 'file:///etc/passwd', 'url:file'],
    ['an address without a scheme', '://x', 'url'],
    ['a mail address', 'me@example.org', 'mail'],
    ['a remote machine', 'root@build', 'remote'],
    ['a path on one', 'root@build:/srv', 'remote:path'],
    ['a shell', '/bin/sh', 'shell-path'],
    ['an option with a path', '--output=/etc/passwd', '--output=path:accounts'],
    ['an assignment', 'TOKEN=abc', 'VARIABLE='],
    ['one with a path', 'key=~/.ssh/id_rsa', 'key=path:secret'],
    ['a variable', '$x', 'variable'],
    ['one of Cmd', '%x%', 'variable'],
    ['a variable whose name says something', '$LD_PRELOAD', '$ld_preload'],
    ['a script', 'setup.sh', 'file:sh'],
    ['a program', 'Mimikatz.exe', 'mimikatz'],
    ['a short name', 'iex', 'invoke-expression'],
    ['a short option', '-enc', '-encodedcommand'],
    ['any other word', 'Hello', 'hello'],
    ['nothing', '', ''],
  ])('%s: %s', (_, word, named) => {
    expect(classOf(word)).toBe(named)
  })

  it.each([
    ['a public address and a private one', '8.8.8.8', '10.0.0.8'],
    ['a drive and an assignment', 'c:\\x', 'cc:\\x'],
    ['a hash and a word that is nearly one', 'deadbeefdeadbeef', 'deadbeefdeadbeeg'],
    ['encoded data and a long word that is cut', 'a1'.repeat(30), `${'a1'.repeat(29)}a!`],
  ])('differs: %s', (_, one, other) => {
    expect(classOf(one)).not.toBe(classOf(other))
  })

  it('is the same for words that differ only from call to call', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const address = fc.tuple(fc.integer({ min: 11, max: 126 }), octet, octet, octet).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(address, (one) => classOf(`http://${one}/x.sh`) === 'url:net:code'),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('exists for any word, and is never long', () => {
    fc.assert(
      fc.property(anyText(300), (word) => {
        const named = classOf(word)
        // A flag or an assignment keeps its name.
        expect(named.length).toBeLessThanOrEqual(Math.max(60, word.length + 60))
        expect(classOf(word)).toBe(named)
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })
})

describe('the parts of a compound name', () => {
  it.each([
    ['DisableRealtimeMonitoring', ['disable', 'realtime', 'monitoring']],
    ['Set-MpPreference', ['set', 'preference']],
    ['disable_realtime-monitoring', ['disable', 'realtime', 'monitoring']],
  ])('%s', (word, parts) => {
    expect(partsOf(word)).toEqual(parts)
  })

  it.each([
    ['a short word', 'AbCdEf'],
    ['a simple one', 'monitoring'],
    ['a very long one', 'AbcDef'.repeat(20)],
    ['one with nothing but short parts', 'a-b-c-d-e'],
  ])('%s has none', (_, word) => {
    expect(partsOf(word)).toEqual([])
  })
})
