import type { Report } from '../supervisor/event.ts'
import { HOSTS } from './registry.ts'

/** Events with their own hook program: a smaller one than the general program, or the one with the gate. */
const PROGRAMS: { readonly [kind in Report['kind']]?: string } = {
  prompt: 'prompt',
  dispatch: 'propose',
  observation: 'observe',
  stop: 'stop',
}

/**
 * Lists the hook program for each `<host> <event>` that needs its own instead of the general one. The build copies this
 * table into hook/start.ts, which must not load any host.
 */
export const hookPrograms = (): [event: string, program: string][] =>
  HOSTS.flatMap(({ name, install, parse }) =>
    install.events.flatMap((event): [string, string][] => {
      const program = PROGRAMS[parse(event, {}).report.kind]
      return program === undefined ? [] : [[`${name} ${event}`, program]]
    }),
  )
