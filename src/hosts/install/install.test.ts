import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL,
  FOREIGN,
  machine,
  put,
  settingsOf,
  snapshot,
  takeAway,
  valueIn,
  write,
} from '../../../test/helpers/machine.ts'
import { LONG, scaled, seed } from '../../../test/helpers/scale.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { HOSTS, hooksOf } from '../registry.ts'
import { parseJsonc, plainOf } from '../settings/jsonc.ts'
import { isOurs } from './command.ts'
import { planUninstall } from './uninstall.ts'

/** Settings as people have them. */
const SETTINGS: readonly (readonly [string, string | Buffer])[] = [
  ['nothing in it', ''],
  ['white space', ' \n\n'],
  ['an empty object', '{}'],
  ['an empty object and a line', '{}\n'],
  ['an empty object on two lines', '{\n}\n'],
  ['other settings', '{\n  "model": "opus",\n  "env": { "A": "1" }\n}\n'],
  ['hooks without any', '{\n  "hooks": {}\n}\n'],
  ['an event without any', '{\n  "hooks": {\n    "Stop": []\n  }\n}\n'],
  [
    'foreign hooks',
    JSON.stringify({ hooks: { Stop: [{ hooks: [FOREIGN] }], Other: [{ hooks: [FOREIGN] }] } }, null, 2),
  ],
  [
    'foreign hooks before other settings',
    JSON.stringify({ hooks: { Stop: [{ matcher: 'a', hooks: [FOREIGN] }] }, z: 1 }, null, 4),
  ],
  [
    'comments',
    '// mine\n{\n  // the model\n  "model": "opus", // best\n  /* hooks */ "hooks": {\n    // none yet\n  }\n}\n// end\n',
  ],
  [
    'comments in lists',
    '{\n  "hooks": {\n    "Stop": [ // first\n      { "hooks": [ /* x */ ] } // last\n    ]\n  }\n}\n',
  ],
  ['tabs', '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t}\n}\n'],
  ['lines of Windows', '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n'],
  ['a mark at the beginning', '\ufeff{\n  "model": "opus"\n}\n'],
  ['a mark and nothing else', '\ufeff'],
  ['trailing commas', '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [\n      { "hooks": [], },\n    ],\n  },\n}\n'],
  ['one long line', JSON.stringify({ model: 'opus', hooks: { Stop: [{ hooks: [FOREIGN] }] } })],
  ['no line at its end', '{\n  "model": "opus"\n}'],
  ['a key twice', '{ "hooks": 1, "hooks": { "Stop": [] } }'],
  ['characters of all sorts', '{ "a": "\\u0000 \\ud83d\\ude00 é 漢 \\\\ \\"" }\n'],
  [
    'a very long list',
    JSON.stringify(
      { permissions: Array.from({ length: scaled(20_000) }, (_, i) => `Bash(program-${i} with:*)`) },
      null,
      2,
    ),
  ],
  ['groups that are none', '{"hooks": {"Stop": [1, null, {"hooks": 7}, {"x": []}], "Odd": "text"}}'],
]

describe('settings with', () => {
  const places = HOSTS.flatMap(({ install: hooks }) =>
    (['local', 'user', 'project'] as const).flatMap((scope) =>
      hooks.file(scope, { person: '/', project: '/', env: {} }) === null ? [] : [{ host: hooks.host, scope }],
    ),
  )

  /** Every place in the long suite, otherwise a different one for each settings file. */
  const placesFor = (name: string) => {
    const row = SETTINGS.findIndex(([one]) => one === name)
    return LONG ? places : places.filter((_, i) => i === row % places.length)
  }

  it.each(SETTINGS)('%s are the same as before, byte for byte, after installing and removing', (name, content) => {
    for (const { host, scope } of placesFor(name)) {
      const on = machine()
      const path = settingsOf(on, host, scope)
      write(path, content)
      chmodSync(path, 0o640)
      const before = snapshot(on)
      put(on, [host], scope)
      const installed = snapshot(on)
      expect(statSync(path).mode & 0o777).toBe(0o640)
      // A second time changes nothing.
      expect(put(on, [host], scope).files.map(({ isChanged }) => isChanged)).toEqual([false])
      expect(snapshot(on)).toEqual(installed)
      expectInstalled(host, path, content)
      takeAway(on, [host], scope)
      expect(snapshot(on)).toEqual(before)
      expect(planUninstall(on.home.dir, on, { hosts: ALL, scope: null, only: null })).toEqual({
        removals: [],
        left: [],
      })
    }
  })

  it.each(SETTINGS)('%s keep later additions, and lose our hooks', (name, content) => {
    for (const { host, scope } of placesFor(name)) {
      const on = machine()
      const path = settingsOf(on, host, scope)
      write(path, content)
      const before = String(content).trim() === '' ? {} : valueIn(path)
      put(on, [host], scope)
      // As a person would do it: after the opening brace.
      writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "added": [true], // by me\n'))
      takeAway(on, [host], scope)
      expect(valueIn(path)).toEqual({ ...before, added: [true] })
      expect(readFileSync(path, 'utf8')).toContain('// by me')
    }
  })

  it('no file and no folder leave neither behind', () => {
    for (const { host, scope } of places) {
      const on = machine()
      const before = snapshot(on)
      put(on, [host], scope)
      expect(snapshot(on)).not.toEqual(before)
      takeAway(on)
      if (scope === 'project') takeAway(on, ALL, 'project')
      expect(snapshot(on)).toEqual(before)
    }
  })
})

/** Every event has our hook, last; everything else is unchanged, in the same order. */
function expectInstalled(host: string, path: string, content: string | Buffer): void {
  const hooks = hooksOf(host)
  const settings = valueIn(path)
  const found = settings['hooks'] as { [event: string]: Json[] }
  for (const event of hooks.events) {
    const groups = found[event] ?? []
    const last = groups.at(-1) as { hooks: { command: string; timeout: number }[] }
    expect(isOurs(last.hooks[0], hooks)).toBe(true)
    expect(last.hooks[0]?.command).toContain(` ${host} ${event} `)
    expect(JSON.stringify(groups.slice(0, -1))).not.toContain('bailiff')
  }
  const text = Buffer.from(content).toString('utf8')
  const before = text.trim() === '' ? {} : (plainOf(parseJsonc(text)) as JsonObject)
  const stripped = Object.fromEntries(
    Object.entries(found).map(([event, groups]) => [
      event,
      Array.isArray(groups) && hooks.events.includes(event) ? groups.slice(0, -1) : groups,
    ]),
  )
  const foreign = Object.fromEntries(
    Object.entries(stripped).filter(([event, groups]) => {
      const had = before['hooks'] as JsonObject | undefined
      return (Array.isArray(groups) && groups.length > 0) || Object.hasOwn(had ?? {}, event)
    }),
  )
  expect({ ...settings, hooks: foreign }).toEqual({ ...before, hooks: before['hooks'] ?? {} })
  expect(Object.keys(settings).filter((key) => key !== 'hooks' || Object.hasOwn(before, key))).toEqual(
    Object.keys(before),
  )
}

describe('whatever settings contain and however they are written', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
  const group = fc.record({ matcher: fc.string(), hooks: fc.array(json, { maxLength: 3 }) })
  const groups = fc.array(fc.oneof(group, json), { maxLength: 3 })
  const events = fc.constantFrom('Stop', 'PreToolUse', 'AfterAgent', 'BeforeTool', 'Mine')
  const settings = fc.record({ first: json, hooks: fc.dictionary(events, groups), last: json }, { requiredKeys: [] })
  const space = fc.constantFrom(undefined, 1, 2, 4, '\t')
  const eol = fc.constantFrom('\n', '\r\n')
  const ends = fc.tuple(fc.constantFrom('', '\ufeff', '// top\n', '\n\n'), fc.constantFrom('', '\n', '\r\n', ' // end'))

  it('installing and removing restores the bytes, and a change by others in between stays', () => {
    const on = machine()
    fc.assert(
      fc.property(settings, space, eol, ends, fc.constantFrom(...ALL), (value, indent, line, [top, end], host) => {
        const path = settingsOf(on, host, 'user')
        const text = top + JSON.stringify(value, null, indent).replaceAll('\n', line) + end
        write(path, text)
        put(on, [host], 'user')
        expect(put(on, [host], 'user').files).toMatchObject([{ isChanged: false }])
        const installed = readFileSync(path, 'utf8')
        takeAway(on, [host])
        expect(readFileSync(path, 'utf8')).toBe(text)
        put(on, [host], 'user')
        expect(readFileSync(path, 'utf8')).toBe(installed)
        writeFileSync(path, `${installed} `)
        takeAway(on, [host])
        expect(valueIn(path)).toEqual(value)
      }),
      { seed: seed(), numRuns: scaled(600, 20) },
    )
  })
})
