import type { Json } from '../../ledger/kinds.ts'
import { nearest } from '../../policy/suggest.ts'
import type { AdminCommand } from '../../trust/admin/command.ts'
import { isParameterName, type ParameterName, RANGES } from '../../trust/parameters.ts'
import { UsageError } from '../command.ts'

/** The command that `set <name> <value>` stands for. A value of another form is passed on, to be refused by its range. */
export function settingOf(name: string, text: string): AdminCommand {
  if (isParameterName(name)) return { kind: 'set', name, value: valueFrom(name, text) }
  const known = Object.keys(RANGES)
  const meant = nearest(name, known)
  throw new UsageError(
    `Unknown parameter "${name}".${meant === null ? '' : ` Did you mean "${meant}"?`} Known: ${known.join(', ')}.`,
  )
}

function valueFrom(name: ParameterName, text: string): Json {
  switch (name) {
    case 'threshold':
    case 'decay':
    case 'window':
    case 'scorers':
      return numberOr(text)
    case 'mapping': {
      const [elevated = '', high, ...others] = text.split(',')
      return high === undefined || others.length > 0 ? text : { elevated: numberOr(elevated), high: numberOr(high) }
    }
    case 'harms':
      return text.split(',').map((harm) => harm.trim())
  }
}

const numberOr = (text: string): Json => (/^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : text)
