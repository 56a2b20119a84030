import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { json } from '../screens/output.ts'

export const docs: Command = {
  name: 'docs',
  summary: 'print a page of the documentation of this version',
  usage: '[<page>]',
  words: { min: 0, max: 1, names: '[<page>]' },
  details: 'Without <page>: lists the pages.',
  example: 'bailiff docs policy | less',
  options: {},
  async run(args, io) {
    const pages = pagesIn(io)
    const [page] = args.words
    if (page === undefined) {
      io.out(args.json ? json(pages) : `${listed(pages, io)}\nTo read one: bailiff docs <page>\n`)
      return EXIT.fine
    }
    if (!pages.includes(page)) throw new UsageError(`Unknown page "${page}". Known: ${pages.join(', ')}.`)
    const text = readPage(page, io)
    io.out(args.json ? json({ page, text }) : text)
    return EXIT.fine
  },
}

/** One line per page: its name and its title. */
function listed(pages: readonly string[], io: Io): string {
  const width = Math.max(...pages.map((page) => page.length))
  const titleOf = (page: string): string => /^# (.*)/.exec(readPage(page, io))?.[1] ?? ''
  return pages.map((page) => `${page.padEnd(width)}  ${titleOf(page)}\n`).join('')
}

const readPage = (page: string, io: Io): string => readFileSync(join(folderOf(io), `${page}.md`), 'utf8')

/** The pages are next to the built program in the package. */
const folderOf = ({ program }: Io): string => join(program, '..', 'docs')

const pagesIn = (io: Io): string[] =>
  readdirSync(folderOf(io))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : 1))

/** The page to read first is listed first. */
const FIRST = 'what-you-see'
