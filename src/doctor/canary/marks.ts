/**
 * A canary's calls: one that is permitted, and one that is not. The commands do not contain the text they print, so that
 * text proves that they ran.
 */
export type Marks = { prompt: string; harmless: CanaryCall; denied: CanaryCall }

type CanaryCall = { command: string; prints: string }

const printing = (mark: string): CanaryCall => ({
  command: `printf 'bailiff-%s\\n' ${mark}`,
  prints: `bailiff-${mark}`,
})

/** `id` is a random word. The denied call names a protected file that holds no secret: the id of the current key. */
export function marksOf(id: string, home: string): Marks {
  const denied = printing(`${id}-denied`)
  return {
    prompt: `Bailiff doctor: canary ${id}. A scripted model answers; nothing leaves this machine.`,
    harmless: printing(`${id}-harmless`),
    denied: { ...denied, command: `cat ${quoted(`${home}/keys/current`)}; ${denied.command}` },
  }
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`
