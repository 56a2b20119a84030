import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TsdownPlugin as Plugin } from 'tsdown'
import { compilePack, sourceHash } from './scripts/trust-pack.ts'
import { english } from './src/claims/extract/lexicon/en.ts'
import type { Language } from './src/claims/extract/lexicon/lexicon.ts'
import { loanwords, signs } from './src/claims/extract/lexicon/shared.ts'
import { hookPrograms } from './src/hosts/hook-programs.ts'
import { decodePack } from './src/trust/pack/format.ts'

/** Precomputes the word lists that every message needs. For other languages the larger file would cost more than it saves. */
const languages: Plugin = {
  name: 'languages',
  load(id) {
    if (id.endsWith('/claims/extract/lexicon/en.ts')) return exported({ english })
    return id.endsWith('/claims/extract/lexicon/shared.ts') ? exported({ loanwords, signs }) : null
  },
}

const exported = (all: { [name: string]: Language }): string =>
  Object.entries(all)
    .map(([name, { entries, ...rest }]) => {
      const data = JSON.stringify(rest)
      return `export const ${name} = { ...${data}, entries: () => ${JSON.stringify(entries())} }\n`
    })
    .join('')

/** Parts of hosts that only the command line uses. They are optional, and the hook goes without them. */
const setup: Plugin = {
  name: 'setup',
  load(id) {
    const part = /\/hosts\/[^/]+\/(approvals|canary|plugin|switches)\.ts$/.exec(id)?.[1]
    return part === undefined ? null : `export const ${part} = undefined\n`
  },
}

/** Writes the pattern pack beside the programs, unless it is there already: compiling takes seconds. */
const pack: Plugin = {
  name: 'pack',
  writeBundle({ dir }) {
    const path = `${dir}/pack.bin`
    if (madeFrom(path) !== sourceHash()) writeFileSync(path, compilePack())
  },
}

function madeFrom(path: string): unknown {
  try {
    return decodePack(readFileSync(path)).made['from']
  } catch {
    return null
  }
}

/** Every package whose code is in `dist/`, with its licence. */
const others = new Map<string, string>()

/** Writes the licences of all packages whose code the programs contain. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
        if (folder !== undefined) noteLicence(folder)
      }
  },
  writeBundle({ dir }) {
    const texts = [...others].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `${name}\n\n${text.trim()}\n`)
    writeFileSync(`${dir}/third-party.txt`, texts.join(`\n${'-'.repeat(80)}\n\n`))
  },
}

function noteLicence(folder: string): void {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
  if (file === undefined && license !== OWN) throw new Error(`${name} is built in, but ${folder} has no licence.`)
  const text = file === undefined ? `${OWN}: the text is in LICENSE.` : readFileSync(join(folder, file), 'utf8')
  others.set(`${name} ${version}`, text)
}

/** The licence of Bailiff itself. */
const OWN = 'Apache-2.0'

// Files are replaced in place, never removed first: a test or a person may be running them.
const common = {
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  hash: false,
  clean: false,
  plugins: languages,
} as const

/** Escapes non-ASCII characters: Node loads a pure ASCII file without decoding every byte. */
const escaped = (code: string): string => [...code].map((char) => (char > '~' ? escapeOf(char) : char)).join('')

const escapeOf = (char: string): string =>
  char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
  },
}

// Programs that hosts start are CommonJS and small: every tool call of an agent pays for loading them.
const started = {
  ...common,
  format: 'cjs',
  dts: false,
  minify: true,
  outExtensions: () => ({ js: '.cjs' }),
  plugins: [languages, setup, ascii] as Plugin[],
} as const

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', 'ai-sdk': 'src/ai-sdk.ts', cli: 'src/cli/bailiff.ts' },
    format: 'esm',
    dts: { sourcemap: false },
    // Loading the hundreds of files of the libraries would take longer than loading Bailiff. Types refer to them by name.
    noExternal: (_, importer) => importer?.endsWith('.d.ts') !== true,
    // jsonc-parser's other form loads its files in a way that no bundler sees.
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
    plugins: [languages, licences, pack],
  },
  // Parses even on a Node too old for the rest, so that it can say so.
  {
    ...started,
    target: 'node14',
    entry: { bailiff: 'src/hook/start.ts' },
    define: { HOOK_PROGRAMS: JSON.stringify(hookPrograms()) },
  },
  // The hook is one file that loads only Node modules; the most frequent events have smaller ones.
  { ...started, entry: { hook: 'src/hook/hook.ts' } },
  { ...started, entry: { observe: 'src/hook/observe.ts' } },
  { ...started, entry: { prompt: 'src/hook/prompt.ts' } },
  { ...started, entry: { stop: 'src/hook/stop.ts' } },
  // Runs validators; started by the stop hook.
  { ...started, entry: { gather: 'src/validate/start.ts' } },
  // Asks a model; started by the stop hook. Hosts start a copy outside node_modules, so it contains the libraries it needs.
  {
    ...started,
    entry: { model: 'src/model/start.ts' },
    noExternal: [/./],
    plugins: [languages, setup, licences, ascii],
  },
  { ...started, entry: { propose: 'src/hook/propose.ts' } },
])
