import { known, type Piece, UNKNOWN, type Value } from './value.ts'

const FIRST = 0xfdd0
const COUNT = 32
const STAND_IN = /([\uFDD0-\uFDEF])/

/**
 * Renders values as code that can be parsed again, as `sh -c "cat $file"` requires. Each unknown piece becomes one of
 * 32 Unicode noncharacters, which the parser leaves alone even in quotes, and is restored afterwards.
 */
export class Unknowns {
  readonly #pieces: Piece[] = []

  render(value: Value): string {
    return value.map((piece) => (piece.kind === 'text' ? piece.text : this.#standIn(piece))).join('')
  }

  restore(text: string): Value {
    if (this.#pieces.length === 0 || !STAND_IN.test(text)) return known(text)
    return text.split(STAND_IN).flatMap((part, i) => (i % 2 === 0 ? known(part) : [this.#pieceOf(part)]))
  }

  #standIn(piece: Piece): string {
    const found = this.#pieces.indexOf(piece)
    // The last code is shared by all pieces beyond the limit.
    const index = Math.min(found < 0 ? this.#pieces.length : found, COUNT - 1)
    if (found < 0 && index < COUNT - 1) this.#pieces.push(piece)
    return String.fromCharCode(FIRST + index)
  }

  #pieceOf(standIn: string): Piece {
    return this.#pieces[standIn.charCodeAt(0) - FIRST] ?? UNKNOWN
  }
}
