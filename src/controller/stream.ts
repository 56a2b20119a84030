import { isStreamName } from '../ledger/kinds.ts'
import { ControllerError } from './errors.ts'

const PREFIX = 'controller/'

export const isControllerStream = (stream: string): boolean => stream.startsWith(PREFIX)

/** A controller's name, as people give it. */
export const controllerName = (stream: string): string => stream.slice(PREFIX.length)

/** The stream of a controller. Throws if there is no name, or one that no stream can have. */
export function streamOf(name: string | null): string {
  if (name === null)
    throw new ControllerError('BUNDLE_INVALID', 'The bundle has no bundle_id, so the controller needs a name.')
  const stream = `${PREFIX}${name}`
  if (isStreamName(stream)) return stream
  throw new ControllerError(
    'BUNDLE_INVALID',
    `"${name}" cannot name a controller. Use letters, digits, dots, dashes and underscores, 128 at most.`,
  )
}
