/** Signs that end a clause. */
export const BOUNDARY = /[,;!?()（）。；，！？—–]|\.(?=\s|$)|\s-\s/u
/** Signs that end more than the item of a list. */
const STOP = /[;!?()（）。；！？—–]|\.(?=\s|$)|\s-\s/u
const COMMA = /[,，]/u

/** The clauses of a text, together where only commas are between. */
export const stretchesIn = (text: string): string[][] =>
  text
    .split(STOP)
    .map((stretch) => parted(stretch, COMMA))
    .filter((stretch) => stretch.length > 0)

const parted = (text: string, sign: RegExp): string[] =>
  text
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '')
