import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { isObject } from '../../ledger/kinds.ts'
import { type Call, callOf } from '../../trust/call.ts'
import { type Explanation, explain } from '../../trust/explain.ts'
import { type Risk, riskOf } from '../../trust/risk.ts'
import { type Route, routeOf } from '../../trust/route.ts'
import type { Neighbour } from '../../trust/scorers/scorer.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { json } from '../screens/output.ts'
import { renderExplanation, renderScore } from './score-screen.ts'
import { trustHere } from './store.ts'

/** Implements `bailiff trust score`. Learns nothing, records nothing. */
export async function score(args: Args, io: Io): Promise<Exit> {
  const { store, own } = trustHere(args, io)
  const riskHere = (call: Call): Risk => riskOf(call, store, [], own.settings)
  if (args.has('jsonl')) {
    const [other] = ['explain', 'ask'].filter((option) => args.has(option))
    if (other !== undefined) throw new UsageError(`--jsonl scores in bulk; it cannot be combined with --${other}.`)
    if (args.words.length > 0 || args.get('tool') !== undefined || args.get('input') !== undefined)
      throw new UsageError('With --jsonl the calls come from standard input.')
    return batch(io, riskHere, own.threshold)
  }
  const call = givenCall(args)
  if (args.has('explain')) {
    const explanation = explain(call, store, own.threshold, own.settings)
    io.out(args.json ? json(asExplained(explanation)) : renderExplanation(explanation, own.threshold, io))
    return ended(explanation.route, args, io)
  }
  const risk = riskHere(call)
  const route = routeOf(risk, own.threshold)
  io.out(args.json ? json(asData(risk, route)) : renderScore(risk, route, own.threshold, io))
  return ended(route, args, io)
}

/** With --ask, a person decides about a risky call. Nobody there means no. */
async function ended(route: Route, args: Args, io: Io): Promise<Exit> {
  if (route.kind === 'proceed') return EXIT.fine
  if (!args.has('ask')) return EXIT.broken
  const said = await io.ask('Type "run" to let this call run: ')
  if (said === null) io.err('bailiff: Nobody can be asked: there is no terminal. [NOT_CONFIRMED]\n')
  return said?.trim() === 'run' ? EXIT.fine : EXIT.refused
}

function givenCall(args: Args): Call {
  const [command] = args.words
  const tool = args.get('tool') ?? 'Bash'
  const input = args.get('input')
  if ((command === undefined) === (input === undefined))
    throw new UsageError('Give a command, or a tool with --tool and --input. Run: bailiff trust score --help')
  const call = callOf({ tool, input: input === undefined ? { command: command ?? '' } : parsed(input) })
  if (command !== undefined && call.command === null)
    throw new UsageError(`${tool} is not a shell. Give its input with --input.`)
  if (call.command?.trim() === '') throw new UsageError('The command is empty.')
  return call
}

function parsed(input: string): JsonObject {
  try {
    const value: unknown = JSON.parse(input)
    if (isObject(value)) return value as JsonObject
  } catch {
    // Reported below.
  }
  throw new UsageError('--input must be a JSON object, such as {"file_path":"/etc/hosts"}.')
}

/** Scores are the numbers themselves, so that equal stores can be compared bit by bit. */
const asData = ({ score: risk, opinions, categories, left }: Risk, route: Route): object => ({
  score: risk,
  route: route.kind,
  scores: Object.fromEntries(opinions.map((one) => [one.scorer, one.score])),
  categories,
  ...(left.length > 0 && { left }),
})

/** The explanation with its neighbours spelt out. */
const asExplained = ({ risk, route, scorers, deciding }: Explanation): object => ({
  ...asData(risk, route),
  scorers: scorers.map(({ scorer, score: own, linear, danger, benign, ownDanger, ownBenign, features }) => ({
    scorer,
    score: own,
    linear,
    danger: named(danger),
    benign: named(benign),
    ownDanger: named(ownDanger),
    ownBenign: named(ownBenign),
    features,
  })),
  deciding,
})

const named = (one: Neighbour | null): object | null =>
  one === null ? null : { ...one.of.member(one.index), similarity: one.similarity }

function batch(io: Io, risk: (call: Call) => Risk, threshold: number): Exit {
  for (const [i, line] of io.input().split('\n').entries()) {
    if (line.trim() === '') continue
    const { id, call } = parseLine(line, i + 1)
    const scored = risk(call)
    io.out(json({ id, ...asData(scored, routeOf(scored, threshold)) }))
  }
  return EXIT.fine
}

function parseLine(line: string, number: number): { id: unknown; call: Call } {
  try {
    const { id, dispatch } = JSON.parse(line) as { id?: unknown; dispatch?: { tool?: unknown; input?: Json } }
    const { tool, input } = dispatch ?? {}
    const isId = id === undefined || typeof id === 'string' || typeof id === 'number'
    if (isId && typeof tool === 'string' && input !== undefined) return { id, call: callOf({ tool, input }) }
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `Line ${number} is not a JSON object with a "dispatch", and a string or number as "id": {"id","dispatch":{"tool","input"}}. The lines before it were scored.`,
  )
}
