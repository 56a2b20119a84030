import { commandDriver } from './command.ts'
import type { Drivers, Sensors } from './driver.ts'
import { fileDriver } from './file.ts'
import { httpDriver } from './http.ts'
import { commandSensor, fileSensor, httpSensor } from './sensors.ts'

/** The drivers that every bundle may name, by kind. */
export const DRIVERS: Drivers = { file: fileDriver, command: commandDriver, http: httpDriver }

/** The sensors that every bundle may name, by kind. */
export const SENSORS: Sensors = { file: fileSensor, command: commandSensor, http: httpSensor }
