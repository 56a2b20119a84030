import type { Decider } from '../../session/who.ts'

const HOW: { readonly [confirmed: string]: string } = {
  typed: 'typed at a terminal',
  '--yes': 'confirmed by --yes',
  prompt: 'by a line in a prompt',
}

/** Says who made a decision, and how they confirmed it. */
export function renderDecider(decider: Decider | null): string {
  if (decider === null) return 'by whom: not recorded'
  const { user, git, adminKey, confirmed } = decider
  const parts = [
    `by ${user ?? 'an unknown user'}`,
    git === null ? 'no git identity' : `git identity ${git}`,
    ...(adminKey === null ? [] : [`administrator key ${adminKey}`]),
    ...(confirmed === null ? [] : [HOW[confirmed] ?? confirmed]),
  ]
  return parts.join(', ')
}
