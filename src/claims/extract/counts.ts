import { has, type Token } from './tokens.ts'

/** "3 of 5", "41/42". */
export const isFraction = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => {
    const [over, total] = [tokens[i + 1], tokens[i + 2]]
    // "Phase 2 of 4" is not a fraction.
    if (token.kind !== 'number' || total?.kind !== 'number' || has(tokens[i - 1], 'work')) return false
    return /^(?:\/|of|von|de|di|из|z|중|中)$/.test(over?.text ?? '') && token.text !== total.text
  })

/** "70 % of the way", "about 80% done". */
export const isShare = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => token.kind === 'number' && token.text !== '100' && has(tokens[i + 1], 'percent'))

/** "46 passed, 3 failed". */
export const someFail = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, i) =>
      token.kind === 'number' &&
      token.text !== '0' &&
      (/^(?:fail|err)/.test(tokens[i + 1]?.text ?? '') || /^failed$/.test(tokens[i - 1]?.text ?? '')),
  )
