/** What a person should know about what a session cannot show, by its code. */
export const BLIND_SPOTS: { readonly [code: string]: string } = {
  'hooks-off-mid-session':
    'Hooks can be switched off while a session runs. Nothing after that is reported, and the session looks unfinished.',
  'stop-on-interrupt': 'When a person interrupts the agent, no stop is reported: that turn has no final message here.',
  'nested-agents':
    'Another agent program started inside a command shows only as that command, unless it reports here itself.',
  'agent-program': 'A command started another agent program, and nothing that it did is on record:',
  'unreadable-command': 'A command could not be read, so nobody knows what it started:',
  'failed-patches': "A patch that could not be applied is reported by no event, only by the host's transcript.",
  'commands-left-running': 'A command that is still running when its turn ends is never reported as ended.',
  'subagents-unnamed': 'Calls of subagents are reported as if the main agent had made them.',
  'calls-without-ids': 'Calls carry no ids: each result was matched to the call that asked for the same.',
  'settings-changed-mid-session': 'Settings that may hold hooks were changed while the session ran:',
  'check-failed': 'A tool call could not be checked against what is protected:',
  'recording-paused': 'A person paused recording: nothing that happened meanwhile is on record, was checked or judged:',
  'gate-unanswered': 'A stop was never judged: the gate was killed, or took longer than the host waits.',
  unannounced: 'The beginning of this session was not reported: what came before the first entry is not on record.',
}

/** One plain sentence on a blind spot; a later version may know more of them. */
export const explainBlindSpot = (code: string): string =>
  Object.hasOwn(BLIND_SPOTS, code) ? (BLIND_SPOTS[code] ?? '') : 'This version has no explanation for it.'
