import { startsIn } from '../machine/workspace.ts'
import { GO_ON } from '../supervisor/answer.ts'
import { recordPlain } from '../supervisor/record/plain.ts'
import { receivePrompt } from '../supervisor/record/prompt.ts'
import { hookWith } from './run.ts'
import { worldIn } from './world.ts'

/** The hook for a person's prompt. It alone looks at the whole workspace before the agent can change anything. */
export const hook = hookWith((world, event, around) => {
  const { report } = event
  if (report.kind === 'prompt')
    return receivePrompt({ ...worldIn(world, around), start: startsIn(around.opened, world.recorder) }, event, report)
  recordPlain(world, event)
  return GO_ON
})
