/** Options that select the run to read, and its owner. */
export const RUN_OPTIONS = {
  run: { value: '<run>', help: 'the run: its stream (run/…) or the start of its id; default: the newest' },
  owner: { value: '<owner>', help: 'the owner of the run; required' },
} as const
