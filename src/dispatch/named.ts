import type { World } from '../shell/paths.ts'
import { type Finding, isClosed, type Protection } from './place.ts'

/** A text that cannot be read is denied only where it names a protected place as it stands. */
export function namedIn(texts: readonly string[], { places, world }: Protection): Finding | null {
  // However it is quoted: a text may be unreadable only because it is long.
  for (const text of texts.flatMap((one) => [one, one.replace(/['"\\]/g, '')])) {
    for (const { code, path } of places) {
      const said = spellings(path, world).find((spelling) => text.includes(spelling))
      if (said !== undefined) return { code, what: path, said }
    }
    if (places.some(isClosed) && /\bBAILIFF_HOME\b/.test(text))
      return { code: 'PROTECTED_LEDGER', what: 'BAILIFF_HOME', said: 'BAILIFF_HOME' }
  }
  return null
}

function spellings(path: string, { home, start }: World): string[] {
  const rest = home !== null && path.startsWith(`${home}/`) ? path.slice(home.length) : null
  const local = start !== null && path.startsWith(`${start}/`) ? [path.slice(start.length + 1)] : []
  return [path, ...(rest === null ? [] : [`~${rest}`, `$HOME${rest}`, `\${HOME}${rest}`, `"$HOME"${rest}`]), ...local]
}
