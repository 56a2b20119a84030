import { ControllerError } from '../errors.ts'
import type { Sensor, Sensors } from './driver.ts'
import type { CycleWorld } from './world.ts'

type World = Pick<CycleWorld, 'sensors' | 'check' | 'record'>

/** The sensors, each checked like an effect before it reads anything. A denial is recorded, and fails the cycle. */
export const checkedSensors = (world: World): Sensors =>
  world.check === null
    ? world.sensors
    : Object.fromEntries(Object.entries(world.sensors).map(([kind, sensor]) => [kind, checked(sensor, world)]))

const checked = (sensor: Sensor, { check, record }: World): Sensor => ({
  ...sensor,
  async read(settings, surroundings, signal) {
    const calls = sensor.callsOf?.(settings) ?? []
    const { denied, facts } = (calls.length > 0 && (await check?.(calls, surroundings.cwd))) || PERMITTED
    if (denied === null) return sensor.read(settings, surroundings, signal)
    await record.append(facts)
    throw new ControllerError('SENSOR_DENIED', denied)
  },
})

const PERMITTED = { denied: null, facts: [] }
