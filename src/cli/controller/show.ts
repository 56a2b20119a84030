import { readJson } from '../../controller/drivers/record.ts'
import { ControllerError } from '../../controller/errors.ts'
import { readCycle } from '../../views/controller-cycle.ts'
import { ARTIFACT_NAMES, type ArtifactName } from '../../views/cycle-view.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { colors, json, printable } from '../screens/output.ts'
import { toYaml } from './artifact-yaml.ts'
import { renderCycle } from './cycle-screen.ts'
import { homeOption } from './ids.ts'
import { cycleIn, openNamed, reading } from './open.ts'

/** Implements `bailiff controller show`. */
export const showController = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const wanted = artifactIn(args)
    const { ledger, stream } = openNamed(args)
    const view = await readCycle(ledger, stream, cycleIn(args))
    if (wanted === null) {
      const options = { c: colors(io.color), detail: 'full', homeOption: homeOption(args) } as const
      io.out(args.json ? json({ ok: true, ...view }) : renderCycle(view, options))
      return EXIT.fine
    }
    const ref = view.artifacts[wanted]
    if (ref === undefined) {
      const there = ARTIFACT_NAMES.filter((name) => view.artifacts[name] !== undefined)
      throw new ControllerError(
        'CYCLE_UNKNOWN',
        `Cycle ${view.cycle} of ${view.controller} has no ${wanted}. It has: ${there.join(', ') || 'none'}.`,
      )
    }
    const document = await readJson(ledger, ref)
    // A file keeps its exact text; a terminal gets no control characters.
    const text = args.json ? json(document) : toYaml(document)
    io.out(io.columns === null ? text : printable(text))
    return EXIT.fine
  })

function artifactIn(args: Args): ArtifactName | null {
  const given = args.get('artifact')
  if (given === undefined) return null
  const found = ARTIFACT_NAMES.find((name) => name === given)
  if (found === undefined) throw new UsageError(`Unknown --artifact "${given}". Known: ${ARTIFACT_NAMES.join(', ')}.`)
  return found
}
