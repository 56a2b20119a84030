/** What agents are told once, when a session begins where claims are checked: how that is done, and nothing of the work. */
export const SESSION_TEXT = [
  'This session is recorded. At the end of a turn these claims are held against evidence: done, fixed, shipped, tests_pass, verified, blocked, delegation.',
  'An approved check is run for each claim that has one; "bailiff validate <claim>" runs it at any time.',
  'What was attempted, what is unfinished and what is uncertain may be stated freely.',
].join('\n')
