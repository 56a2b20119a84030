/**
 * Makes lines of output harmless for a CI runner. GitHub's runner obeys a line that begins with `::`, and `##[` anywhere in
 * a line; commit messages, test names and branch names are anybody's words.
 */
export const inert = (text: string): string => text.replace(COMMAND, '$1: ').replaceAll('##[', '## [')

/** Spaces of any kind may stand before it, but no line ends: runs of these would be read again from each of them. */
const COMMAND = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm

/** The same for JSON, whose value must not change. */
export const inertJson = (text: string): string => text.replaceAll('##[', '##\\u005b')
