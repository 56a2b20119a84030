/** Draws line charts side by side as an SVG, readable on light and dark pages. Values are in percent or counts. */

type Line = { name: string; className: 'a' | 'b' | 'c'; points: { x: number; y: number; deviation?: number }[] }

export type Panel = {
  title: string
  /** The unit of the horizontal axis, and the text after each value of the vertical one. */
  across: string
  unit: string
  from: number
  to: number
  step: number
  lines: Line[]
  limit?: number
}

const [WIDTH, HEIGHT] = [860, 380]
const PLOT = { top: 76, bottom: 316, width: 300, inset: 14 }
const LEFTS = [62, 492]

/** Draws one or two panels. `text` describes the picture to people who cannot see it. */
export const chartOf = (text: string, panels: readonly Panel[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${text}">`,
    STYLE,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    ...panels.flatMap((panel, i) => drawn(panel, LEFTS[i] ?? 0)),
    '</svg>',
    '',
  ].join('\n')

/** Colours that differ in brightness too; the dashes tell lines apart without colour. */
const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 } .axis { font-size: 12px; fill: #57606a }
  .page { fill: #ffffff } .grid { stroke: #d8dee4 } .limit { stroke: #57606a; stroke-dasharray: 2 3 }
  .line { fill: none; stroke-width: 2.5 } .spread { stroke-width: 1.2; opacity: 0.7 }
  .a { stroke: #0550ae } .b { stroke: #bc4c00; stroke-dasharray: 7 4 } .c { stroke: #6e7781; stroke-dasharray: 2 4 }
  .spread, .dot { stroke-dasharray: none }
  .dot.a { fill: #0550ae } .dot.b { fill: #bc4c00 } .dot.c { fill: #6e7781 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .axis { fill: #9198a1 }
    .page { fill: #0d1117 } .grid { stroke: #30363d } .limit { stroke: #9198a1 }
    .a { stroke: #58a6ff } .b { stroke: #f0883e } .c { stroke: #9198a1 }
    .dot.a { fill: #58a6ff } .dot.b { fill: #f0883e } .dot.c { fill: #9198a1 }
  }
</style>`

function drawn({ title, across: label, unit, from, to, step, lines, limit }: Panel, left: number): string[] {
  const counts = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const [first = 0, last = 1] = [counts[0], counts.at(-1)]
  const across = (x: number): number =>
    rounded(left + PLOT.inset + ((x - first) / (last - first)) * (PLOT.width - 2 * PLOT.inset))
  const up = (y: number): number => {
    const inside = Math.min(to, Math.max(from, y))
    return rounded(PLOT.bottom - ((inside - from) / (to - from)) * (PLOT.bottom - PLOT.top))
  }
  const right = left + PLOT.width
  const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  return [
    `<text class="title" x="${left}" y="28">${title}</text>`,
    ...legend(lines, left),
    ...marks.map((y) => `<line class="grid" x1="${left}" x2="${right}" y1="${up(y)}" y2="${up(y)}"/>`),
    ...marks.map((y) => `<text class="axis" x="${left - 8}" y="${up(y) + 4}" text-anchor="end">${y}${unit}</text>`),
    ...counts.map(
      (x) => `<text class="axis" x="${across(x)}" y="${PLOT.bottom + 20}" text-anchor="middle">${x}</text>`,
    ),
    `<text class="axis" x="${left + PLOT.width / 2}" y="${PLOT.bottom + 44}" text-anchor="middle">${label}</text>`,
    ...(limit === undefined
      ? []
      : [
          `<line class="limit" x1="${left}" x2="${right}" y1="${up(limit)}" y2="${up(limit)}"/>`,
          `<text class="axis" x="${right + 6}" y="${up(limit) + 4}">${limit}${unit}</text>`,
        ]),
    ...lines.flatMap(({ className, points }, i) => [
      ...points.flatMap(({ x, y, deviation }) => {
        if (deviation === undefined) return []
        // Beside each other: bars on one spot could not be told apart.
        const at = across(x) + 5 * (i - 1)
        const [low, high] = [up(y - deviation), up(y + deviation)]
        return [`<line class="spread ${className}" x1="${at}" x2="${at}" y1="${low}" y2="${high}"/>`]
      }),
      `<polyline class="line ${className}" points="${points.map(({ x, y }) => `${across(x)},${up(y)}`).join(' ')}"/>`,
      ...points.map(({ x, y }) => `<circle class="dot ${className}" cx="${across(x)}" cy="${up(y)}" r="3.5"/>`),
    ]),
  ]
}

/** One entry per line, side by side under the title. */
const legend = (lines: readonly Line[], left: number): string[] =>
  lines.flatMap(({ name, className }, i) => {
    const x = left + i * 112
    return [
      `<line class="line ${className}" x1="${x}" x2="${x + 26}" y1="49" y2="49"/>`,
      `<text x="${x + 33}" y="53">${name}</text>`,
    ]
  })

const rounded = (value: number): number => Math.round(value * 10) / 10
