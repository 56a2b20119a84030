import type { PathWorld } from '../../shell/paths.ts'
import { isClosed, type Protection, type ProtectionFinding } from './place.ts'

/** Denies unparsable shell code only if it literally names a protected place. */
export function namedIn(texts: readonly string[], { places, world }: Protection): ProtectionFinding | null {
  // Also without quotes: the code may be unparsable only because it is too long.
  for (const text of texts.flatMap((one) => [one, one.replace(/['"\\]/g, '')])) {
    const found = spelledIn(text, { places, world })
    if (found !== null) return found
    if (places.some(isClosed) && /\bBAILIFF_HOME\b/.test(text))
      return { code: 'PROTECTED_LEDGER', what: 'BAILIFF_HOME', said: 'BAILIFF_HOME' }
  }
  return null
}

/** Finds the first place that the text spells out. Closed places are also recognized relative to the home directory. */
export function spelledIn(
  text: string,
  { places, world }: Pick<Protection, 'places' | 'world'>,
): ProtectionFinding | null {
  for (const place of places) {
    const said = spellings(place.path, world).find((spelling) => text.includes(spelling))
    if (said !== undefined || (isClosed(place) && isApart(text, place.path, world)))
      return { code: place.code, what: place.path, said: said ?? place.path.slice(place.path.lastIndexOf('/') + 1) }
  }
  return null
}

/**
 * Recognizes a path in the home directory that is not written in one piece. True if its part below the home directory
 * follows a separator, `../` or a mount point such as `/host/`, or if its parent folder appears and its own name later.
 */
function isApart(text: string, path: string, world: PathWorld): boolean {
  const rest = world.home !== null && path.startsWith(`${world.home}/`) ? path.slice(world.home.length + 1) : null
  if (rest === null) return false
  const at = text.indexOf(rest)
  if (at >= 0 && /(?:^|[\s:=@'"]|\.\.\/|\/(?:h|host|root|home)\/)$/.test(text.slice(0, at))) return true
  const slash = path.lastIndexOf('/')
  const around = spellings(path.slice(0, slash), world).find((spelling) => text.includes(spelling))
  return (
    around !== undefined &&
    new RegExp(`[\\s;&|(/]${path.slice(slash + 1).replace(/[^\w]/g, '\\$&')}\\b`).test(
      text.slice(text.indexOf(around) + around.length),
    )
  )
}

function spellings(path: string, { home, start }: PathWorld): string[] {
  const rest = home !== null && path.startsWith(`${home}/`) ? path.slice(home.length) : null
  const local = start !== null && path.startsWith(`${start}/`) ? [path.slice(start.length + 1)] : []
  return [path, ...(rest === null ? [] : [`~${rest}`, `$HOME${rest}`, `\${HOME}${rest}`, `"$HOME"${rest}`]), ...local]
}
