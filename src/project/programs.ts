/** Programs that start the program named in their arguments. Pure. */

/** Starters by name: the words that must follow, and whether options may come before the program. */
const STARTERS: readonly (readonly [program: RegExp, words: readonly string[]])[] = [
  [/^(?:npx|bunx|pnpx|cross-env|cross-env-shell|dotenv|env-cmd|c8|nyc|dotenvx)$/, []],
  [/^(?:npm|pnpm|yarn)$/, ['exec']],
  [/^npm$/, ['x']],
  [/^bundle$/, ['exec']],
  [/^(?:pnpm|yarn)$/, ['dlx']],
  [/^bun$/, ['x']],
  [/^(?:yarn|bun)$/, ['run']],
  [/^(?:uv|poetry|pdm|pipenv|hatch|rye|dotenvx)$/, ['run']],
  [/^coverage$/, ['run']],
]

/** Options of starters with a value in the next word. */
const VALUED =
  /^(?:-p|--package|-e|-f|--env|--with|--extra|--group|--python|--source|--rcfile|-r|-F|--filter|-C|--dir|--cwd|--prefix|-w|--workspace)$/

/** The command that a starter starts; null if the program is no starter. `yarn jest` starts jest, and `python -m x` starts x. */
export function startedBy(program: string, args: readonly string[]): string[] | null {
  if (/^(?:python|pypy)[\d.]*$/.test(program)) {
    const at = args.indexOf('-m')
    return at < 0 ? null : args.slice(at + 1)
  }
  // `pnpm --filter a exec vitest run`
  const own = /^(?:npm|pnpm|yarn|bun)$/.test(program) ? afterOptions(args) : args
  for (const [name, words] of STARTERS)
    if (name.test(program) && words.every((word, i) => own[i] === word) && !isFile(own[words.length]))
      return afterOptions(own.slice(words.length))
  return /^(?:yarn|pnpm)$/.test(program) && own.length > 0 ? [...own] : null
}

/** `bun run src/a.ts` starts no program. */
const isFile = (word = ''): boolean => /^\.{0,2}\/|\.[cm]?[jt]sx?$/.test(word)

function afterOptions(args: readonly string[]): string[] {
  let at = 0
  while (at < args.length && /^-|^\w+=/.test(args[at] ?? '')) {
    // `coverage run -m pytest`
    if (args[at] === '-m') return args.slice(at + 1)
    at += VALUED.test(args[at] ?? '') ? 2 : 1
  }
  return args.slice(at)
}

/** The script file that an interpreter runs; null if the program is no interpreter. */
export function scriptFile(program: string, args: readonly string[]): string | null {
  if (/^\.{0,2}\//.test(program)) return program
  if (!/^(?:(?:ba|da|z|k)?sh|node|tsx|ts-node|bun|deno|(?:python|pypy)[\d.]*|ruby|perl|source|\.)$/.test(program))
    return null
  if (args.some((arg) => /^-\w*c$|^--test$|^-e$|^-m$/.test(arg))) return null
  return args.find((arg) => !arg.startsWith('-') && arg !== 'run') ?? null
}
