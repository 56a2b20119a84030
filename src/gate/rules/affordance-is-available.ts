import type { Rule } from '../verdict.ts'

/** Rule 3: an action is blocked if an affordance it requires was observed to be unavailable. An unknown one does not block. */
export const affordanceIsAvailable: Rule = ({ type }, { affordances }, { actions }) =>
  actions[type]?.requires.some((name) => affordances[name] === 'unavailable') === true
    ? { verdict: 'BLOCK', code: 'AFFORDANCE_UNAVAILABLE' }
    : null
