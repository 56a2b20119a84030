import { join } from 'node:path'
import type { Host } from '../../../src/hosts/host.ts'
import { type HostHooks, STOP_TIMEOUT_S, TIMEOUT_S } from '../../../src/hosts/install/hooks.ts'
import { folderIn, type HostPlaces } from '../../../src/hosts/places.ts'
import { off, type Switches } from '../../../src/hosts/switches.ts'
import type { HostTools } from '../../../src/hosts/tools.ts'
import { NAME, parse, phrase } from './dialect.ts'

const tools: HostTools = {
  uses: { toy_write: 'write' },
  idle: ['toy_ponder'],
  shapes: { toy_write: 'where:word what:text' },
}

const places: HostPlaces = {
  folders: (person, env) => [`${person}/.toy`, ...folderIn(env, 'TOY_HOME')],
  personal: ['toy.json'],
  project: ['.toy/toy.json'],
  system: () => [],
  editable: {},
  definitions: [],
  offKeys: ['toyHooksOff'],
  unhooking: [{ word: /^--no-hooks$/ }],
  transcripts: { inside: ['talks'], except: [] },
  variables: { folder: ['TOY_HOME'], project: [], marks: ['TOY_SHELL'], inherited: [/^TOY_(?!HOME$)/] },
}

const install: HostHooks = {
  host: NAME,
  title: 'Toy',
  program: 'toy',
  package: '@toys/toy',
  ownScope: 'user',
  folder: ({ person, env }) => env['TOY_HOME'] || join(person, '.toy'),
  file(scope, place) {
    return scope === 'local' ? null : join(scope === 'user' ? this.folder(place) : `${place.project}/.toy`, 'toy.json')
  },
  events: ['wake', 'ask', 'reach', 'reached', 'rest'],
  moments: { start: 'wake', prompt: 'ask', before: 'reach', after: 'reached', stop: 'rest' },
  group: (event, command) => ({
    hooks: [{ type: 'command', command, timeout: event === 'rest' ? STOP_TIMEOUT_S : TIMEOUT_S }],
  }),
  timeoutUnit: 's',
}

const switches: Switches = {
  levels: (place) => [{ level: 'user', path: join(install.folder(place), 'toy.json'), format: 'json' }],
  check: ({ levels }) =>
    levels
      .filter(({ settings }) => settings['toyHooksOff'] === true)
      .map(({ path }) => off(`"toyHooksOff" in ${path} switches off every hook of Toy.`, `Remove it from ${path}.`)),
}

/** A fictional agent program: it shows what a new host needs, and that no other code has to know it. */
export const toy: Host = {
  name: NAME,
  parse,
  phrase,
  notify: (text) => ({ tell: text }),
  seenIn: () => [],
  askingAlone: 'denies',
  sessionIn: (env) => (env['TOY_SHELL'] === undefined ? null : { session: env['TOY_SHELL'] }),
  tools,
  places,
  install,
  switches,
}
