/** Explanations of blind spots for people, by code. */
export const BLIND_SPOTS: { readonly [code: string]: string } = {
  'hooks-off-mid-session':
    'Hooks can be switched off while a session runs. Then nothing more is reported, and the session looks unfinished.',
  'stop-on-interrupt':
    'If a person interrupts the agent, no stop is reported, so that turn has no recorded final message.',
  'nested-agents': 'An agent program started by a command appears only as that command, unless it has its own hooks.',
  'agent-program': 'A command started another agent program whose actions are not recorded:',
  'unreadable-command': 'A command could not be parsed, so it is unknown what it started:',
  'failed-patches': "A patch that could not be applied appears only in the host's transcript; no event reports it.",
  'commands-left-running': 'A command that is still running when its turn ends is never reported as ended.',
  'subagents-unnamed': 'Calls by subagents are reported as calls by the main agent.',
  'calls-without-ids': 'Calls have no ids: each result was matched to the call with the same input.',
  'settings-changed-mid-session': 'Settings that may contain hooks changed while the session ran:',
  'stop-hook-added': 'Another hook on stops was added while the session ran. It may end turns that are blocked:',
  'check-failed': 'A tool call could not be checked for access to protected files:',
  'recording-paused': 'A person paused recording. Nothing was recorded, checked or judged during that time:',
  'gate-unanswered': 'A stop was never judged: the gate was killed, or took longer than the host waits.',
  'outcomes-unobserved': 'The outcomes of calls could not be looked for:',
  unannounced: 'The start of this session was not reported: what happened before the first entry was not recorded.',
}

/** Explains a blind spot in one sentence. The record may come from a later version that knows more of them. */
export const explainBlindSpot = (code: string): string =>
  Object.hasOwn(BLIND_SPOTS, code)
    ? (BLIND_SPOTS[code] ?? '')
    : 'This version of Bailiff does not know this blind spot.'
