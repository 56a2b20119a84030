import { expect, it } from 'vitest'
import { fillSettings } from './fill-settings.ts'

it('fills in parts of a ref wherever settings are text, as often as they occur', () => {
  const settings = {
    path: 'etc/{1}/{2}.conf',
    command: ['reload', '{1}', '--only={1}'],
    probe: { url: 'http://localhost/{2}', headers: { a: '{1}' } },
    retries: 3,
    quiet: true,
    nothing: null,
  }
  expect(fillSettings(settings, ['web', 'main'])).toEqual({
    path: 'etc/web/main.conf',
    command: ['reload', 'web', '--only=web'],
    probe: { url: 'http://localhost/main', headers: { a: 'web' } },
    retries: 3,
    quiet: true,
    nothing: null,
  })
})

it('leaves braces alone that stand for no part', () => {
  const settings = { a: '{0} {2} {01} {x} {} {1', '{1}': 'b' }
  expect(fillSettings(settings, ['web'])).toEqual(settings)
})

it('fills in each part once: a part never fills another', () => {
  expect(fillSettings({ a: '{1}{2}' }, ['{2}', 'x'])).toEqual({ a: '{2}x' })
})

it('leaves its input unchanged, and keeps a field named __proto__ a field', () => {
  const settings = JSON.parse('{"__proto__": {"a": "{1}"}}')
  const filled = fillSettings(settings, ['x'])
  expect(JSON.stringify([settings, filled])).toBe('[{"__proto__":{"a":"{1}"}},{"__proto__":{"a":"x"}}]')
})
