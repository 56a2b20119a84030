import { join } from 'node:path'
import { change, overrule, playDoctored } from './doctored.ts'
import { gemini } from './hosts/gemini.ts'
import type { Place } from './session.ts'

const settings = ({ home }: Place): string => join(home, '.gemini', 'settings.json')

playDoctored(gemini, [
  {
    it: 'a sound installation',
    finds: { settings: [], canary: [] },
    names: ['BeforeTool', 'did not make the denied call'],
  },
  {
    it: "another hook on stops that overrules blocks, in the person's settings",
    breaks: (place) => overrule(settings(place), 'AfterAgent'),
    finds: { settings: [], stops: ['BLOCK_OVERRULED'], canary: [] },
    names: ['settings.json, another hook ends every turn'],
  },
  {
    it: 'another hook on stops that overrules blocks only in the program',
    breaks: (place) => overrule(settings(place), 'AfterAgent', 'test -n "$GEMINI_SESSION_ID" && '),
    finds: { settings: [], canary: ['BLOCK_OVERRULED'] },
    names: ['Gemini CLI says that a hook ended the turn'],
  },
  {
    it: 'all hooks disabled',
    breaks: (place) => change(settings(place), (all) => ({ ...all, hooksConfig: { enabled: false } })),
    finds: { settings: ['HOOKS_OFF'], canary: ['HOOK_SILENT'] },
    names: ['none of our hooks'],
  },
  {
    it: 'our hooks disabled by name',
    breaks: (place) => change(settings(place), (all) => ({ ...all, hooksConfig: { disabled: ['bailiff'] } })),
    finds: { settings: ['HOOKS_OFF'], canary: ['HOOK_SILENT'] },
    names: ['none of our hooks'],
  },
])
