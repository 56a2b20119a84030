import { startsIn } from '../machine/workspace.ts'
import { GO_ON } from '../supervisor/answer.ts'
import { recordPlain } from '../supervisor/record/plain.ts'
import { receivePrompt } from '../supervisor/record/prompt.ts'
import { hookWith, type Receive } from './run.ts'
import { worldIn } from './world.ts'

/** Receives a person's prompt. Its hook alone looks at the whole workspace before the agent can change anything. */
export const receivePrompts: Receive = (world, event, around) => {
  const { report } = event
  if (report.kind === 'prompt')
    return receivePrompt({ ...worldIn(world, around), start: startsIn(around.opened, world.recorder) }, event, report)
  recordPlain(world, event)
  return GO_ON
}

export const hook = hookWith(receivePrompts)
