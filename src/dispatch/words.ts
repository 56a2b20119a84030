import { known, type Piece, type Value } from '../shell/value.ts'

/** Expands a leading tilde that the shell has left alone, as programs may do. */
export function atHome(value: Value): Value {
  const [first, ...rest] = value
  const isHome = first?.kind === 'text' && /^~(?:\/|$)/.test(first.text)
  return isHome ? [{ kind: 'home', user: '' } as Piece, ...known(first.text.slice(1)), ...rest] : value
}

/** A word, roughly as written in the call. */
export const saidOf = (value: Value): string => value.map(saidPiece).join('')

function saidPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
    case 'glob':
      return piece.text
    case 'home':
      return `~${piece.user}`
    case 'start':
      return '.'
    case 'variable':
      return `$${piece.name}`
    case 'content':
      return saidOf(piece.path)
    case 'found':
    case 'pipe':
    case 'unknown':
      return '...'
  }
}
