import { ControllerError } from '../errors.ts'
import type { ActAgent } from './agents.ts'

/** The built-in act agent: each effect has a driver of its own, named in the bundle. */
export const builtInAct: ActAgent = {
  driverFor(effect, { drivers }) {
    const kind = effect.driver?.kind
    const driver = kind !== undefined && Object.hasOwn(drivers, kind) ? drivers[kind] : undefined
    if (driver !== undefined) return driver
    throw new ControllerError(
      'AGENT_UNKNOWN',
      `Effect "${effect.name}" needs the driver "${kind ?? ''}", which does not exist. Known: ${Object.keys(drivers).join(', ')}.`,
    )
  },
}
