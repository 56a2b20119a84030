import type { Limits } from './budget.ts'
import { isFailure } from './facts.ts'
import {
  ANY_MARK,
  briefLine,
  droppedLine,
  fileLine,
  opening,
  othersLine,
  type Pointed,
  type PointerForm,
  pointerLines,
  type Shown,
  workerLines,
} from './lines.ts'
import { isToolFile, METRICS, RESULT, THREAD } from './names.ts'
import { share, type Wish } from './share.ts'
import type { SeenWorker, Snapshot } from './snapshot.ts'
import { bytesOf, type TraceFile } from './state.ts'

/** The content of a block: for each worker, the parts of its files to show. */
export type Plan = {
  snapshot: Snapshot
  limits: Limits
  /** `brief`: one line. `nothing`: not even one line fits, or there are no workers. */
  form: 'sections' | 'brief' | 'nothing'
  pointers: PointerForm
  sections: readonly Section[]
  /** Workers without a section. */
  others: readonly SeenWorker[]
}

export type Section = { worker: SeenWorker; files: readonly PlannedFile[] }

/** A file in order of preference; `shown` is null if there is no room for it. */
export type PlannedFile = { file: TraceFile; shown: Shown | null }

/** Selects what to show within the limits. Pure: reads nothing but the snapshot. */
export function select(snapshot: Snapshot, limits: Limits): Plan {
  const { run, workers } = snapshot
  const base = { snapshot, limits, form: workers.length === 0 ? ('nothing' as const) : ('sections' as const) }
  const all = { ...base, sections: sectionsOf(workers), others: [] }
  if (pointersAreBrief(all.sections, limits)) {
    const plan = withContent({ ...all, pointers: 'each' })
    if (plan !== null) return plan
  }
  const plan =
    withContent({ ...all, pointers: 'joined' }) ??
    withContent({ ...base, pointers: 'counted', ...chosen(snapshot, limits) })
  if (plan !== null) return plan
  const isBrief = fits([briefLine(run, workers)], limits)
  return { ...base, form: isBrief ? 'brief' : 'nothing', pointers: 'counted', sections: [], others: workers }
}

/** The lines of a block without any file content, with a pointer to every file. */
function frame({ snapshot: { run, workers }, form, pointers, sections, others }: Plan): string[] {
  if (form === 'nothing') return []
  return [
    ...opening(run, workers, ANY_MARK),
    ...sections.flatMap(({ worker, files }) => [
      ...workerLines(worker, ANY_MARK),
      ...pointerLines(worker.job, files.map(pointed), pointers, ANY_MARK),
    ]),
    ...(others.length === 0 ? [] : ['', othersLine(others, ANY_MARK)]),
  ]
}

/** A pointer to a file that has not been read, so there is no reason yet for not showing it. */
const pointed = ({ file }: { file: TraceFile }): Pointed => ({ file, why: null })

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)

const fits = (lines: readonly string[], { bytes, lines: most }: Limits): boolean =>
  sizeOf(lines) <= bytes && (most === null || lines.length <= most)

/** Pointers with a line each may take a quarter of the block; if they need more, they share a line. */
const POINTER_PART = 4

const pointersAreBrief = (sections: readonly Section[], { bytes }: Limits): boolean =>
  sections.reduce(
    (sum, { worker, files }) => sum + sizeOf(pointerLines(worker.job, files.map(pointed), 'each', ANY_MARK)),
    0,
  ) *
    POINTER_PART <=
  bytes

const sectionsOf = (workers: readonly SeenWorker[]): Section[] =>
  workers.map((worker) => ({ worker, files: inOrder(worker.files).map((file) => ({ file, shown: null })) }))

/** Tool output first, newest first; then the result, the messages and the metrics. */
const inOrder = (files: readonly TraceFile[]): TraceFile[] => [
  ...files.filter(({ name }) => isToolFile(name)).reverse(),
  ...[RESULT, THREAD, METRICS].flatMap((name) => files.filter((file) => file.name === name)),
]

/** Divisor: if not all workers fit, sections may take half of the block. */
const SECTION_PART = 2

/** The workers that get a section when not all do: failures first, then the newest. */
function chosen({ run, workers }: Snapshot, limits: Limits): Pick<Plan, 'sections' | 'others'> {
  const most = { bytes: limits.bytes / SECTION_PART, lines: limits.lines === null ? null : limits.lines / SECTION_PART }
  const lines = [...opening(run, workers, ANY_MARK), '', othersLine(workers, ANY_MARK)]
  const kept = new Set<SeenWorker>()
  for (const worker of [...workers].sort(byUrgency)) {
    const files = worker.files.map((file) => pointed({ file }))
    const own = [...workerLines(worker, ANY_MARK), ...pointerLines(worker.job, files, 'counted', ANY_MARK)]
    if (!fits([...lines, ...own], most)) break
    lines.push(...own)
    kept.add(worker)
  }
  const isKept = (worker: SeenWorker): boolean => kept.has(worker)
  return {
    sections: sectionsOf(workers.filter(isKept)),
    others: workers.filter((worker) => !isKept(worker)),
  }
}

const hasFailure = ({ status, files }: SeenWorker): boolean =>
  isFailure(status) || files.some((file) => isFailure(file.status))

/** Failures, then workers with evidence, then the rest; the newest first. */
const byUrgency = (a: SeenWorker, b: SeenWorker): number => urgency(b) - urgency(a) || b.job - a.job
const urgency = (worker: SeenWorker): number => (hasFailure(worker) ? 2 : worker.files.length > 0 ? 1 : 0)

const BYTES = { failure: 1024, least: 64 }
/** A cut file shows its beginning too if it gets at least this much room. */
const HEAD_FROM_BYTES = 2048
const MAX_HEAD_BYTES = 1024

/** Fills the room that the frame leaves with content. Returns null if the frame itself does not fit. */
function withContent(plan: Plan): Plan | null {
  const lines = frame(plan)
  if (!fits(lines, plan.limits)) return null
  const room = plan.limits.bytes - sizeOf(lines)
  const wishes = plan.sections.map(({ files }) => files.map(({ file }) => wishOf(file)))
  const grants = share(wishes, room, BYTES)
  const sections = plan.sections.map(({ worker, files }, w) => ({
    worker,
    files: files.map(({ file }, f) => ({ file, shown: shownOf(file, grants[w]?.[f] ?? 0) })),
  }))
  return { ...plan, sections }
}

const wishOf = (file: TraceFile): Wish => ({
  want: file.name === METRICS ? 0 : Math.min(file.bytes, bytesOf(file.tail)),
  overhead: sizeOf([fileLine(file, longest(file), ANY_MARK), droppedLine(file.bytes, ANY_MARK), '', '']),
  isFailed: isFailure(file.status),
  isProse: !isToolFile(file.name),
})

/** Returns the values that make the line above a file longest, for an upper bound. */
const longest = ({ bytes }: TraceFile): Shown => ({ head: Math.floor(bytes / 2), tail: Math.floor((bytes - 1) / 2) })

function shownOf(file: TraceFile, bytes: number): Shown | null {
  if (bytes === 0) return null
  if (bytes >= file.bytes || bytes < HEAD_FROM_BYTES) return { head: 0, tail: Math.min(bytes, file.bytes) }
  const head = Math.min(MAX_HEAD_BYTES, bytes / 4, bytesOf(file.head))
  return { head: Math.floor(head), tail: bytes - Math.floor(head) }
}
