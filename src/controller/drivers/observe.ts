import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { ControllerError } from '../errors.ts'
import type { ObserveAgent } from './agents.ts'

/** The built-in observe agent: reads the sensors that its `config` names, one after the other. */
export const builtInObserve: ObserveAgent = {
  async observe({ config, sensors, surroundings, signal }) {
    const environment: JsonObject = {}
    for (const [name, given] of Object.entries(wanted(config))) {
      const { kind, ...settings } = isObject(given) ? (given as JsonObject) : {}
      const sensor = typeof kind === 'string' && Object.hasOwn(sensors, kind) ? sensors[kind] : undefined
      if (sensor === undefined) throw failed(name, `unknown kind. Known: ${Object.keys(sensors).join(', ')}.`)
      const fault = sensor.faultOf(settings)
      if (fault !== null) throw failed(name, fault)
      environment[name] = await sensor.read(settings, surroundings, signal)
    }
    const constraints = config['constraints']
    return { environment, ...(Array.isArray(constraints) && { constraints: constraints as JsonObject[] }) }
  },
}

const wanted = (config: JsonObject): { [name: string]: Json } => {
  const sensors = config['sensors']
  return isObject(sensors) ? (sensors as JsonObject) : {}
}

const failed = (name: string, why: string): ControllerError =>
  new ControllerError('AGENT_FAILED', `Sensor "${name}": ${why}`)
