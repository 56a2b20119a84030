/**
 * Makes lines of output harmless for a CI runner. GitHub's runner obeys a line that begins with `::`, and `##[` anywhere in
 * a line; commit messages, test names and branch names are anybody's words.
 */
export const inert = (text: string): string => text.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '## [')

/** The same for JSON, whose value must not change. */
export const inertJson = (text: string): string => text.replaceAll('##[', '##\\u005b')
