import { sha256 } from '../../ledger/digest.ts'

/** Turns a failed check into a passed one, as a forger would. */
export const edited = (text: string): string => text.replace('"kind":"validator.failed"', '"kind":"validator.passed"')

/** Recomputes hashes and links, which needs no key. The macs stay wrong. */
export function rehashed(text: string): string {
  let prev: string | null = null
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const at = line.lastIndexOf(',"hash":"')
      const entry = line
        .slice('{"entry":'.length, at)
        .replace(/"prev":"[0-9a-f]{64}"/, (old) => (prev === null ? old : `"prev":"${prev}"`))
      prev = sha256(entry)
      return `{"entry":${entry},"hash":"${prev}"${line.slice(at + ',"hash":""'.length + 64)}\n`
    })
  return lines.join('')
}
