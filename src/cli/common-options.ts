import type { Option } from './command.ts'

/** Options that every command has. */
export const COMMON: { [name: string]: Option } = {
  home: { value: '<dir>', help: 'the state directory; default: $BAILIFF_HOME, or bailiff in the XDG state directory' },
  json: { help: 'print one JSON value' },
  help: { help: 'show this help' },
}
