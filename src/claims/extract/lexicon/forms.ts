/** Forms of words in several languages, for rules that need more than a role. */

/** Words that name a source; they may follow the cue. */
export const ACCORDING = /^(?:according to|judging by|laut|zufolge|selon|según|segundo|podle|согласно|судя по)$/
