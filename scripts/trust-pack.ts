/** Makes the pattern pack from pack/: read by the build, by the training script and by tests. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../src/ledger/kinds.ts'
import { callOf } from '../src/trust/call.ts'
import { libraryOf } from '../src/trust/library.ts'
import { decodePack, encodePack } from '../src/trust/pack/format.ts'
import { CATEGORIES, type Category, idOf, isCategory, type Remembered } from '../src/trust/patterns.ts'
import type { Space } from '../src/trust/space.ts'
import { type Labelled, trainSpace } from '../src/trust/train.ts'

const FOLDER = 'pack'
const WEIGHTS = 'pack/weights.bin'

/** The danger patterns and benign exemplars in pack/, one JSON object per line. */
export function readPack(): Remembered[] {
  const danger = CATEGORIES.flatMap((category) => readLines(`danger/${category.replaceAll('_', '-')}.jsonl`, category))
  const benign = readdirSync(join(FOLDER, 'benign')).sort()
  return [...danger, ...benign.flatMap((name) => readLines(`benign/${name}`, null))]
}

function readLines(name: string, category: Category | null): Remembered[] {
  const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    if (line === '') return []
    const { about, tool, input } = JSON.parse(line) as { about?: unknown; tool?: unknown; input?: Json }
    if (typeof about !== 'string' || typeof tool !== 'string' || input === undefined)
      throw new Error(`${FOLDER}/${name}:${i + 1} needs "about", "tool" and "input".`)
    const call = callOf({ tool, input })
    return [{ id: idOf(call), call, about, category, weight: 1 }]
  })
}

/** The weights of the last training. */
export const readSpace = (): Space => decodePack(readFileSync(WEIGHTS)).space

/** The pack as it is shipped: weights, index and short descriptions. The calls themselves stay in the repository. */
export const compilePack = (): Uint8Array => {
  const space = readSpace()
  return encodePack({ space, library: libraryOf(readPack(), space), made: { from: sourceHash() } })
}

/** A hash of everything that the compiled pack depends on. */
export const sourceHash = (): string => hashOf([FOLDER, 'src/trust'])

/** A hash of the lines in pack/ alone: weights belong to them. */
export const linesHash = (): string => hashOf([join(FOLDER, 'benign'), join(FOLDER, 'danger')])

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** A line of a labelled data set. */
export type DataLine = {
  label: 'harmful' | 'benign'
  category?: string
  license?: string
  hard?: boolean
  dispatch: { tool: string; input: Json }
}

/** GPL lines are for measuring only: weights made from them could not be shipped. */
export const mayTrain = ({ license }: DataLine): boolean => !/\b[AL]?GPL/i.test(license ?? '')

export const labelled = ({ dispatch, label, category, hard }: DataLine): Labelled => ({
  call: callOf(dispatch),
  isHarmful: label === 'harmful',
  isHard: hard === true || category === 'hard_negative',
  category: label === 'harmful' && isCategory(category) ? category : null,
})

/** Trains on labelled lines and on the pack. Returns the content of pack/weights.bin. */
export function trainPack(lines: readonly DataLine[], calibration: readonly DataLine[]): Uint8Array {
  const pack = readPack()
  const used = lines.filter(mayTrain)
  const own = pack.map(
    ({ call, category }): Labelled => ({ call, isHarmful: category !== null, isHard: false, category }),
  )
  const tuning = calibration.filter(mayTrain)
  const space = trainSpace([...used.map(labelled), ...own], pack, tuning.map(labelled))
  const made = { lines: used.length, pack: pack.length, packLines: linesHash(), calibration: tuning.length }
  return encodePack({ space, library: libraryOf([], space), made })
}
