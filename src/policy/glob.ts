/**
 * Compiles one policy glob: `*` and `?` match within one part of a path, `**` matches any number of parts, all else
 * is literal. A glob that matches a folder includes everything in it. Matching time is at most the product of both
 * lengths.
 */
function compileGlob(glob: string): (parts: readonly string[]) => boolean {
  const pattern = [...partsOf(glob), '**']
  return (parts) => matchesParts(pattern, parts)
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')

const matchesParts = (pattern: readonly string[], parts: readonly string[]): boolean =>
  matches(pattern, parts, (one) => one === '**', matchesPart)

const matchesPart = (pattern: string, part: string): boolean =>
  pattern === part ||
  matches(
    [...pattern],
    [...part],
    (one) => one === '*',
    (one, char) => one === '?' || one === char,
  )

/** Matches wildcards, backtracking only to the last one: an earlier match never has to be undone. */
function matches<T>(
  pattern: readonly T[],
  given: readonly T[],
  isWild: (one: T) => boolean,
  fits: (one: T, what: T) => boolean,
): boolean {
  let at = 0
  let wild = -1
  let resume = 0
  for (let i = 0; i < given.length; ) {
    const one = pattern[at]
    if (one !== undefined && isWild(one)) {
      wild = at++
      resume = i
    } else if (one !== undefined && fits(one, given[i] as T)) {
      at++
      i++
    } else if (wild !== -1) {
      at = wild + 1
      i = ++resume
    } else return false
  }
  return pattern.slice(at).every(isWild)
}

/** Compiles globs: the last one that matches a path decides, and `!` excludes. If the first one excludes, all other paths are included. */
export function compileGlobs(globs: readonly string[]): (parts: readonly string[]) => boolean {
  const compiled = globs.map((glob) => ({ adds: !glob.startsWith('!'), fits: compileGlob(glob.replace(/^!/, '')) }))
  const otherwise = compiled[0]?.adds === false
  return (parts) => compiled.findLast(({ fits }) => fits(parts))?.adds ?? otherwise
}

/** Returns the decision of the last glob that matches a path: true if included, false if excluded, null if none matches. */
export const saidBy = (globs: readonly string[], parts: readonly string[]): boolean | null => {
  const last = globs.findLast((glob) => compileGlob(glob.replace(/^!/, ''))(parts))
  return last === undefined ? null : !last.startsWith('!')
}

/** True if a glob names this path, not only a folder around it. */
export const isExactly = (path: string, glob: string): boolean => matchesParts(partsOf(glob), partsOf(path))

export const isNamed = (path: string, globs: readonly string[]): boolean => compileGlobs(globs)(path.split('/'))
