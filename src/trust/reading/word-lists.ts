/** Finds the list that a word is in. The table is made when first needed: most hooks need none. */
export function listOf(
  lists: readonly (readonly [name: string, words: string])[],
): (word: string) => string | undefined {
  let names: ReadonlyMap<string, string> | null = null
  return (word) => {
    names ??= new Map(lists.flatMap(([name, words]) => words.split(/\s+/).map((one) => [one, name] as const)))
    return names.get(word)
  }
}
