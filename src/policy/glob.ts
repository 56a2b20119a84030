/**
 * Globs over paths with slashes: `*` and `?` within a name, `**` over any number of folders. Each star is tried once for
 * each place, so no pattern takes long.
 */

/** Whether globs name a path. One behind `!` takes away what those before it named: the last that fits decides. */
export function isNamed(path: string, globs: readonly string[]): boolean {
  const last = globs.findLast((glob) => fits(glob.replace(/^!/, ''), path))
  return last !== undefined && !last.startsWith('!')
}

const fits = (glob: string, path: string): boolean =>
  matches(glob.replace(/\/$/, '/**').split('/'), path.split('/'), (part) => part === '**', fitsName)

const fitsName = (pattern: string, name: string): boolean =>
  matches(
    [...pattern],
    [...name],
    (char) => char === '*',
    (char, other) => char === '?' || char === other,
  )

/** Whether parts fit a pattern in which some parts stand for any number of them. */
function matches(
  pattern: readonly string[],
  parts: readonly string[],
  isStar: (part: string) => boolean,
  isFit: (pattern: string, part: string) => boolean,
): boolean {
  let [at, star, tried] = [0, -1, 0]
  for (let i = 0; i < parts.length; ) {
    const next = pattern[at]
    if (next !== undefined && isStar(next)) {
      star = at++
      tried = i
    } else if (next !== undefined && isFit(next, parts[i] ?? '')) {
      at++
      i++
    } else if (star !== -1) {
      // The last star takes one part more.
      at = star + 1
      i = ++tried
    } else return false
  }
  return pattern.slice(at).every(isStar)
}
