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
      io.out(args.json ? json(pages) : `${pages.join('\n')}\n\nTo read one: bailiff docs <page>\n`)
      return EXIT.fine
    }
    if (!pages.includes(page)) throw new UsageError(`Unknown page "${page}". Known: ${pages.join(', ')}.`)
    const text = readFileSync(join(folderOf(io), `${page}.md`), 'utf8')
    io.out(args.json ? json({ page, text }) : text)
    return EXIT.fine
  },
}

/** The pages are next to the built program in the package. */
const folderOf = ({ program }: Io): string => join(program, '..', 'docs')

const pagesIn = (io: Io): string[] =>
  readdirSync(folderOf(io))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort()
