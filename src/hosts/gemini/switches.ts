import { dirname, join } from 'node:path'
import type { JsonObject } from '../../ledger/kinds.ts'
import { objectIn } from '../fields.ts'
import type { Site } from '../install/hooks.ts'
import { isSet, type Level, off, type Silence, type Switches } from '../switches.ts'
import { geminiHooks } from './install.ts'
import { systemSettings } from './places.ts'

/** Gemini CLI runs hooks only in a trusted folder. `hooksConfig` can switch off individual hooks, or all of them. */
export const switches: Switches = {
  levels: (place) => [
    { level: 'user', path: join(geminiHooks.folder(place), 'settings.json'), format: 'json' },
    { level: 'project', path: join(place.project, '.gemini', 'settings.json'), format: 'json' },
    { level: 'system', path: systemSettings(place.env), format: 'json' },
    { level: 'trust', path: join(geminiHooks.folder(place), 'trustedFolders.json'), format: 'json' },
  ],
  check: ({ levels, held, place }) => {
    const settings = levels.filter(({ level }) => level !== 'trust')
    return [
      ...disabled(settings),
      ...disabledByName(
        settings,
        held.map(({ text }) => text ?? ''),
      ),
      ...trust(levels, place),
    ]
  },
}

const configIn = ({ settings }: Level): JsonObject => objectIn(settings, 'hooksConfig')

function disabled(levels: readonly Level[]): Silence[] {
  const said = levels.findLast((one) => typeof configIn(one)['enabled'] === 'boolean')
  if (said === undefined || configIn(said)['enabled'] !== false) return []
  return [
    off(
      `"hooksConfig.enabled" in ${said.path} disables all Gemini CLI hooks.`,
      `Remove "enabled" from "hooksConfig" in ${said.path}.`,
    ),
  ]
}

/** Hooks are disabled by name, or by command if they have no name. The lists of all levels are combined. */
function disabledByName(levels: readonly Level[], held: readonly string[]): Silence[] {
  return levels.flatMap((one) => {
    const list = configIn(one)['disabled']
    const ours = (Array.isArray(list) ? list : []).filter(
      (name) => name === geminiHooks.name || (typeof name === 'string' && isCommand(name, held)),
    )
    if (ours.length === 0) return []
    return [
      off(
        `"hooksConfig.disabled" in ${one.path} lists our hooks, so Gemini CLI does not run them.`,
        `In Gemini CLI, type /hooks enable ${geminiHooks.name}. Or remove them from "disabled" in ${one.path}.`,
      ),
    ]
  })
}

const isCommand = (name: string, held: readonly string[]): boolean =>
  name.includes('bailiff') && held.some((text) => text.includes(JSON.stringify(name)))

function trust(levels: readonly Level[], { project, env }: Site): Silence[] {
  if (isSet(env['GEMINI_RESTRICTED_MODE']) || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'false')
    return [
      off(
        'An environment variable tells Gemini CLI not to trust this folder, so it runs no hooks here.',
        'Run: unset GEMINI_RESTRICTED_MODE GEMINI_CLI_TRUST_WORKSPACE',
      ),
    ]
  if (env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true' || !isAsked(levels)) return []
  const rules = levels.find(({ level }) => level === 'trust')?.settings ?? {}
  switch (trustOf(rules, project)) {
    case 'trusted':
      return []
    case 'distrusted':
      return [
        off(
          'Gemini CLI does not trust this folder and runs no hooks in it.',
          'In Gemini CLI, type /permissions and trust the folder.',
        ),
      ]
    case 'undecided':
      return [
        {
          kind: 'note',
          code: 'FOLDER_UNDECIDED',
          what: 'Gemini CLI does not know yet whether to trust this folder. It asks when it starts, and runs no hooks if you say no.',
          fix: 'Start gemini here once and trust the folder.',
        },
      ]
  }
}

const isAsked = (levels: readonly Level[]): boolean =>
  levels
    .map((one) => objectIn(objectIn(one.settings, 'security'), 'folderTrust')['enabled'])
    .findLast((enabled) => typeof enabled === 'boolean') !== false

/** The rule with the longest path wins. */
function trustOf(rules: JsonObject, project: string): 'trusted' | 'distrusted' | 'undecided' {
  const [rule] = Object.entries(rules)
    .filter(([path, level]) => isWithin(level === 'TRUST_PARENT' ? dirname(path) : path, project))
    .sort(([a], [b]) => b.length - a.length)
  if (rule === undefined) return 'undecided'
  return rule[1] === 'DO_NOT_TRUST' ? 'distrusted' : 'trusted'
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
