/** A person's pause of recording; `until` is null until they resume. */
export type Pause = { since: string; until: string | null }

export const isOver = ({ until }: Pause, now: { toISOString(): string }): boolean =>
  until !== null && until <= now.toISOString()
