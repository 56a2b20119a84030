/** Options of commands that sign. */
export const KEY_OPTIONS = {
  key: { value: '<file>', help: "the administrator's key file; default: the one in the state directory" },
  'passphrase-file': { value: '<file>', help: 'read the passphrase from this file instead of the terminal' },
} as const
