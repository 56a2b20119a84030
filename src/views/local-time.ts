/** Times on screens: local, as set by `TZ` or the system, unless a zone is given. */

/** `2026-11-16` */
export const day = (at: string, zone?: string): string => {
  const { year, month, day: date } = partsOf(at, zone)
  return `${year}-${month}-${date}`
}

/** `05:54:07` */
export const clock = (at: string, zone?: string): string => {
  const { hour, minute: min, second } = partsOf(at, zone)
  return `${hour}:${min}:${second}`
}

/** `2026-11-16 05:54`, for tables that name their zone once. */
export const minute = (at: string, zone?: string): string => `${day(at, zone)} ${clock(at, zone).slice(0, 5)}`

/** `2026-11-16 05:54 GMT+1`, for sentences. */
export const minuteInZone = (at: string, zone?: string): string => `${minute(at, zone)} ${zoneAt(at, zone)}`

/** The zone's abbreviation or offset at that time: `UTC`, `EST`, `GMT+1`. Summer time has its own. */
export const zoneAt = (at: string, zone?: string): string => partsOf(at, zone)['timeZoneName'] ?? 'UTC'

/** The name of the zone, for tables whose rows may span a clock change: `Europe/Berlin`. */
export const zoneName = (): string => formatFor(undefined).resolvedOptions().timeZone

/** Replaces the exact times in a sentence with local ones, to the minute. */
export const inMinutes = (text: string, zone?: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => minuteInZone(at, zone))

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatFor(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...(zone !== undefined && { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  formats.set(zone, made)
  return made
}

/** Recorded times may be invalid in a damaged ledger: such a time is shown as unknown, not thrown. */
function partsOf(at: string, zone: string | undefined): { [part: string]: string } {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return UNKNOWN
  return Object.fromEntries(
    formatFor(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
}

const UNKNOWN = { year: '????', month: '??', day: '??', hour: '??', minute: '??', second: '??' }
