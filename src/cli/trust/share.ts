/** A share in per cent; a dash if there is nothing to share. */
export const share = (part: number, all: number): string => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`)
