import { join } from 'node:path'
import { change, playDoctored } from './doctored.ts'
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
