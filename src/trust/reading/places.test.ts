import { describe, expect, it } from 'vitest'
import { placeOf } from './places.ts'

describe('the class of a path', () => {
  it.each([
    ['/etc/shadow', 'path:shadow'],
    ['C:\\Windows\\System32\\config\\SAM', 'path:shadow'],
    ['/etc/sudoers.d/me', 'path:sudoers'],
    ['~/.ssh/id_rsa', 'path:secret'],
    ['/home/me/.aws/credentials', 'path:secret'],
    ['server.pem/../x.pem', 'path:secret'],
    ['~/.ssh/authorized_keys', 'path:keys'],
    ['~/.bash_history', 'path:history'],
    ['/etc/passwd', 'path:accounts'],
    ['/proc/1/environ', 'path:memory'],
    ['~/.bashrc', 'path:startup'],
    ['.git/hooks/pre-commit', 'path:startup'],
    ['/var/log/auth.log', 'path:system-log'],
    ['.env', 'path:dotenv'],
    ['.env.production', 'path:dotenv'],
    ['test/fixtures/id_rsa/../readme', 'path:secret'],
    ['/tmp/x.sh', 'path:tmp:code'],
    ['%TEMP%\\a.exe', 'path:tmp:code'],
    ['C:\\Users\\me\\AppData\\Local\\Temp\\a.exe', 'path:tmp:code'],
    ['/etc/hosts', 'path:/etc:'],
    ['/etc/*', 'path:/etc/*:'],
    ['/home/me/notes.md', 'path:home:document'],
    ['/srv/x', 'path:/srv:'],
    ['/data/x.zip', 'path:absolute:archive'],
    ['C:\\Windows\\notepad.exe', 'path:windows:code'],
    ['C:\\Program Files\\x.dll', 'path:programs:code'],
    ['%APPDATA%\\x', 'path:app-data:'],
    ['\\\\server\\share', 'path:share'],
    ['src/index.ts', 'path:relative:other'],
    ['./x', 'path:relative:'],
    ['node_modules/x', 'path:build'],
    ['/dev/tcp/198.51.100.7/4444', 'device:net'],
    ['/dev/sda', 'device:disk'],
    ['\\\\.\\PhysicalDrive0', 'device:disk'],
    ['/dev/null', 'device:null'],
    ['/dev/ttyS0', 'device:other'],
    ['HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run', 'registry:startup'],
    ['HKLM\\Software\\Policies\\Microsoft\\Windows Defender', 'registry:security'],
    ['HKCU\\Software\\Example', 'registry:other'],
  ])('%s is %s', (path, named) => {
    expect(placeOf(path)).toBe(named)
  })

  it.each([
    ['/', 'path:/'],
    ['/*', 'path:/*'],
    ['~', 'path:~'],
    ['~/', 'path:~'],
    ['$HOME', 'path:~'],
    ['$HOME/*', 'path:~/*'],
    ['%USERPROFILE%', 'path:~'],
    ['C:\\', 'path:c:'],
    ['.', 'path:.'],
    ['..', 'path:..'],
  ])('%s is a class of its own: all of it would be touched', (path, named) => {
    expect(placeOf(path)).toBe(named)
  })

  it.each(['hello', '', 'ls', '-rf', '/usr/bin/curl', 'README.md'])('%j is no place', (word) => {
    expect(placeOf(word)).toBe(null)
  })

  it.each(['.env.example', '.env.sample', '.env.template', '.env.test'])('%s holds no secrets', (path) => {
    expect(placeOf(path)).not.toBe('path:dotenv')
  })

  it('of a key among test files is not secret: it opens nothing', () => {
    expect(placeOf('test/fixtures/key.json')).toBe('path:fixture')
    expect(placeOf('config/key.pem')).toBe('path:secret')
  })

  it('is decided by the last name that says something', () => {
    expect(placeOf('build/.ssh/config')).toBe('path:secret')
    expect(placeOf('.ssh/build/x')).toBe('path:build')
  })

  it('does not depend on case, nor on the direction of slashes', () => {
    expect(placeOf('~\\.SSH\\ID_RSA')).toBe(placeOf('~/.ssh/id_rsa'))
  })
})
