import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { overrule, playDoctored } from './doctored.ts'
import { codex } from './hosts/codex.ts'
import type { Place } from './session.ts'

const settings = ({ home }: Place, name: string): string => join(home, '.codex', name)

playDoctored(codex, [
  {
    it: 'a sound installation',
    init: ['--trust'],
    finds: { settings: [], canary: [] },
    names: ['PreToolUse', 'did not make the denied call'],
  },
  {
    it: 'a project that it has never seen, and leaves it so',
    init: ['--trust'],
    breaks: (place) => {
      const path = settings(place, 'config.toml')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^\[projects\..*\]\ntrust_level = .*\n/m, ''))
    },
    finds: { settings: [], canary: [] },
  },
  {
    it: 'hooks that were never approved',
    finds: { settings: ['HOOKS_UNTRUSTED'], canary: ['HOOK_SILENT'] },
    names: ['none of our hooks', '/hooks'],
  },
  {
    it: 'a hook that differs from the approved one',
    init: ['--trust'],
    breaks: (place) => {
      const path = settings(place, 'hooks.json')
      // Only for the event before a tool call.
      writeFileSync(path, readFileSync(path, 'utf8').replace(/("PreToolUse": \[[^\]]*?"timeout": )30/, '$15'))
    },
    finds: { settings: ['HOOK_ALTERED', 'HOOKS_UNTRUSTED'], canary: ['HOOK_SILENT'] },
    names: ['did not run our hook for PreToolUse'],
  },
  {
    it: "another hook on stops that overrules blocks, in the person's settings",
    init: ['--trust'],
    breaks: (place) => overrule(settings(place, 'hooks.json'), 'Stop'),
    finds: { settings: [], stops: ['BLOCK_OVERRULED'], canary: [] },
    names: ['hooks.json, another hook ends every turn'],
  },
  {
    it: 'the feature disabled',
    init: ['--trust'],
    breaks: (place) => appendFileSync(settings(place, 'config.toml'), '\n[features]\nhooks = false\n'),
    finds: { settings: ['HOOKS_OFF'], canary: ['HOOK_SILENT'] },
    names: ['none of our hooks'],
  },
])
