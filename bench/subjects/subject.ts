/** A measurement and the baseline that it is compared with. */
export type Subject = {
  name: string
  what: string
  baselineWhat: string
  /** The highest ratio that is good enough. */
  target: number
  by: 'minimum' | 'processor time'
  unit: 'µs' | 'ms' | 'ms CPU'
  open(scaled: Scaled): Sides | Promise<Sides>
}

/** Reduces a number of files, entries or repetitions in a trial. */
export type Scaled = (count: number) => number

/** One round of each side. They return what it took. */
export type Sides = {
  baseline: () => number | Promise<number>
  subject: () => number | Promise<number>
  note?: () => string
  close?: () => void | Promise<void>
}
