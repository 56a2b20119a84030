/** Times as people read them on screens, to the minute. */

/** `2026-11-16 05:54`, in tables that say that their times are UTC. */
export const minute = (at: string): string => at.replace('T', ' ').slice(0, 16)

/** `2026-11-16 05:54 UTC`, in sentences. */
export const minuteUtc = (at: string): string => `${minute(at)} UTC`

/** A sentence that holds exact times, as a screen shows it. */
export const inMinutes = (text: string): string => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, minuteUtc)
