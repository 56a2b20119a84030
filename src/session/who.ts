/**
 * The person behind a decision: the system user, the identity in git's settings, and the id of the ledger's administrator
 * key. Each is null if there is none. They say whose machine it was; they prove nothing, because any program can set them.
 */
export type Who = { user: string | null; git: string | null; adminKey: string | null }

/** How a person confirmed a decision: by typing at a terminal, by the option, or by a line in a prompt. */
export type Confirmed = 'typed' | '--yes' | 'prompt'

/** What an entry says about the person who decided. */
export type Decision = { confirmed: Confirmed; who: Who }

/** Who decided, and how they confirmed it. */
export type Decider = Who & { confirmed: string | null }
