/** The options that say whose run a command reads. */
export const RUN_OPTIONS = {
  run: { value: '<run>', help: 'the run: its stream (run/…) or the start of its id; default: the newest of the owner' },
  owner: { value: '<owner>', help: 'whom the run belongs to; required' },
} as const
