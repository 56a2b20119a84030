/**
 * Globs as policies write them: `*` and `?` within one part of a path, `**` for any number of parts, everything else is
 * itself. A glob that names a folder means all that is in it. Never takes longer than the lengths of both, multiplied.
 */
function compileGlob(glob: string): (parts: readonly string[]) => boolean {
  const pattern = [...glob.split('/').filter((part) => part !== '' && part !== '.'), '**']
  return (parts) => matches(pattern, parts, (one) => one === '**', matchesPart)
}

const matchesPart = (pattern: string, part: string): boolean =>
  pattern === part ||
  matches(
    [...pattern],
    [...part],
    (one) => one === '*',
    (one, char) => one === '?' || one === char,
  )

/** Wildcard matching that only ever goes back to the last wildcard: what an earlier one took need not be taken back. */
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

/** Whether globs name a path: the last that fits decides, and `!` takes away. Where the first takes away, it takes from everything. */
export function compileGlobs(globs: readonly string[]): (parts: readonly string[]) => boolean {
  const compiled = globs.map((glob) => ({ adds: !glob.startsWith('!'), fits: compileGlob(glob.replace(/^!/, '')) }))
  const otherwise = compiled[0]?.adds === false
  return (parts) => compiled.findLast(({ fits }) => fits(parts))?.adds ?? otherwise
}

/** What the last glob that fits says of a path: named, taken away, or nothing. */
export const saidBy = (globs: readonly string[], parts: readonly string[]): boolean | null => {
  const last = globs.findLast((glob) => compileGlob(glob.replace(/^!/, ''))(parts))
  return last === undefined ? null : !last.startsWith('!')
}

export const isNamed = (path: string, globs: readonly string[]): boolean => compileGlobs(globs)(path.split('/'))
