import type { Rule } from '../verdict.ts'

/** Rule 3: an action is blocked where something it requires was seen to be unavailable; not knowing blocks nothing. */
export const affordanceIsAvailable: Rule = ({ type }, { affordances }, { actions }) =>
  actions[type]?.requires.some((name) => affordances[name] === 'unavailable') === true
    ? { verdict: 'BLOCK', code: 'AFFORDANCE_UNAVAILABLE' }
    : null
