import type { CheckCommand, Policy, Token } from '../policy/policy.ts'
import { saySwallowed } from '../policy/swallow.ts'
import type { Listing } from './checks.ts'
import { reach } from './reach.ts'

/** A validator whose command starts a script of the project that hides a failure. */
type HiddenFailure = { validator: string; message: string }

/** Finds the validators that cannot fail because of a script behind them, such as `npm test`. Pure: runs nothing. */
export const hiddenFailures = (listing: Listing, { validators }: Pick<Policy, 'validators'>): HiddenFailure[] =>
  Object.entries(validators).flatMap(([validator, one]) => {
    const swallowed = 'requiredRuns' in one ? swallowedBehind(listing, one) : null
    return swallowed === null ? [] : [{ validator, message: `In a script that it starts, ${saySwallowed(swallowed)}` }]
  })

const swallowedBehind = (listing: Listing, { command, cwd, slots }: CheckCommand) =>
  reach(
    listing,
    cwd === '.' ? '' : `${cwd.replace(/\/$/, '')}/`,
    command.map((token) => wordOf(token, slots)),
  ).swallowed

const wordOf = (token: Token, slots: CheckCommand['slots']): string =>
  typeof token === 'string' ? token : String(slots[token.slot]?.fallback ?? '')
