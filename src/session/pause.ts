/** A pause in recording, set by a person. `until` is null if it lasts until they resume. */
export type Pause = { since: string; until: string | null }

export const isOver = ({ until }: Pause, now: { toISOString(): string }): boolean =>
  until !== null && until <= now.toISOString()
