/** An entry of ordinary size: the stored line is about 600 bytes. */
export const DRAFT = {
  kind: 'tool.called',
  actor: 'agent',
  body: {
    tool: 'Bash',
    command: 'npm test -- --run src/ledger',
    cwd: '/home/someone/project',
    exit: 0,
    durationMs: 1234,
    note: 'All files pass the check; two warnings were printed and ignored as before.',
  },
}

export const LINE_BYTES = 600

/** Wall time of one call, in microseconds. */
export async function wallMicros(act) {
  const from = process.hrtime.bigint()
  await act()
  return Number(process.hrtime.bigint() - from) / 1000
}

/** Wall time of one call, in microseconds, for calls too short to measure alone. */
export const eachMicros = async (times, act) =>
  (await wallMicros(() => {
    for (let i = 0; i < times; i++) act()
  })) / times
