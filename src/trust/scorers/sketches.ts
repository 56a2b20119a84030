import type { Reading } from '../reading/read.ts'
import type { Space } from '../space.ts'
import { bagOf } from '../views/bag.ts'
import { VIEWS } from '../views/views.ts'
import { type Sketch, sketchOf } from './sketch.ts'

/** The sketches of a call, one for each view. */
export const sketchesOf = (reading: Reading, space: Space): Sketch[] =>
  VIEWS.flatMap((view, i) => {
    const own = space.views[i]
    return own === undefined ? [] : [sketchOf(bagOf(view, reading), own)]
  })
