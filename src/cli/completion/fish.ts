import { type CompletedCommand, type CompletedOption, firstWords, type Offer, secondWords, wordsOf } from './words.ts'

/** Renders the completion script for fish. It starts no program. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const firsts = firstWords(commands)
  const first = firsts.map(({ word, about }) => next('', word, about))
  const second = firsts.flatMap((one) =>
    secondWords(one).flatMap(({ word, about }) => ['', 'help '].map((help) => next(`${help}${one.word}`, word, about))),
  )
  const help = firsts.filter(({ word }) => word !== 'help').map(({ word, about }) => next('help', word, about))
  return `# Completes bailiff commands in fish. To load it: bailiff completion fish | source
# True if these are all words before the one at the cursor.
function __bailiff_at
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end
# True if the words before the one at the cursor begin with these.
function __bailiff_in
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end
complete -c bailiff -f
${[...first, ...second, ...help, ...commands.flatMap(linesOf)].join('\n')}
`
}

/** Offers a word after the words so far. */
const next = (before: string, word: string, about: string): string =>
  `complete -c bailiff -n ${quoted(`__bailiff_at ${before}`.trim())} -a ${word} -d ${quoted(about)}`

function linesOf({ name, options, offer }: CompletedCommand): string[] {
  const start = `complete -c bailiff -n ${quoted(`__bailiff_in ${wordsOf(name).join(' ')}`)}`
  return [
    ...options.map((option) => `${start} ${optionOf(option)}`),
    ...(offer.kind === 'nothing' ? [] : [`${start} ${offered(offer)}`]),
  ]
}

const optionOf = ({ name, about, value }: CompletedOption): string => {
  const takes = value === null ? '' : ` -r ${value.offer.kind === 'files' ? '' : '-f '}${offered(value.offer)}`
  return `-l ${name.slice(2)} -d ${quoted(about)}${takes}`.trimEnd()
}

function offered(offer: Offer): string {
  switch (offer.kind) {
    case 'choice':
      return `-a ${quoted(offer.words.join(' '))}`
    case 'files':
      return '-F'
    case 'folders':
      return "-a '(__fish_complete_directories)'"
    case 'nothing':
      return ''
  }
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
