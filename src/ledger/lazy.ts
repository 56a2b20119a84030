/** Calls `make` on first use. A hook loads much more than it uses. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** A list of words to look in. */
export type Words = Pick<ReadonlySet<string>, 'has'>

/** Makes a list, separated by white space, into a set on first use. Give a long list as a function: then it loads on first use. */
export function words(list: string | (() => string)): Words {
  const set = once(() => new Set((typeof list === 'string' ? list : list()).split(/\s+/)))
  return { has: (word) => set().has(word) }
}
