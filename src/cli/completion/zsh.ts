import {
  type CompletedCommand,
  type CompletedOption,
  type First,
  firstWords,
  type Offer,
  secondWords,
} from './words.ts'

/** Renders the completion script for zsh: a file named _bailiff on the fpath, or text to evaluate. It starts no program. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const firsts = firstWords(commands)
  const groups = firsts.filter(({ group }) => group.length > 0)
  return `#compdef bailiff
# Completes bailiff commands in zsh. To load it: source <(bailiff completion zsh)
_bailiff_first() {
  local -a offered=(
${listed(firsts)}
  )
  _describe -t commands 'bailiff command' offered
}
_bailiff_second() {
  local -a offered
  case $1 in
${groups.map((first) => `    (${first.word}) offered=(\n${listed(secondWords(first))}\n    ) ;;`).join('\n')}
    (*) return 1 ;;
  esac
  _describe -t commands "bailiff $1 command" offered
}
_bailiff() {
  if (( CURRENT > 2 )) && [[ $words[2] == help ]]; then
    words=("\${(@)words[1]}" "\${(@)words[3,-1]}")
    (( CURRENT-- ))
    (( CURRENT > 2 )) && { (( CURRENT == 3 )) && _bailiff_second $words[2]; return }
  fi
  if (( CURRENT == 2 )); then _bailiff_first; return; fi
  local name=$words[2]
  integer taken=1
  case $name in
    (${groups.map(({ word }) => word).join('|')})
      if (( CURRENT == 3 )); then _bailiff_second $name; return; fi
      name="$name $words[3]"
      taken=2 ;;
  esac
  shift $taken words
  (( CURRENT -= taken ))
  case $name in
${commands.map(argumentsOf).join('\n')}
  esac
}
if [[ $funcstack[1] == _bailiff ]]; then
  _bailiff "$@"
else
  compdef _bailiff bailiff
fi
`
}

const listed = (words: readonly Pick<First, 'word' | 'about'>[]): string =>
  words.map(({ word, about }) => `    ${quoted(`${word}:${about.replaceAll(':', '\\:')}`)}`).join('\n')

function argumentsOf({ name, options, argument, offer }: CompletedCommand): string {
  const specs = [...options.map(specOf), ...(argument === '' ? [] : [`*:${argument}:${offered(offer)}`])]
  return `    (${quoted(name)}) _arguments -S ${specs.map(quoted).join(' \\\n        ')} ;;`
}

const specOf = ({ name, about, value }: CompletedOption): string =>
  `${name}${value === null ? '' : '='}[${about.replace(/[[\]\\]/g, '\\$&')}]${value === null ? '' : `:${value.name}:${offered(value.offer)}`}`

/** The action of an argument. One space is a message without matches. */
function offered(offer: Offer): string {
  switch (offer.kind) {
    case 'choice':
      return `(${offer.words.join(' ')})`
    case 'files':
      return '_files'
    case 'folders':
      return '_files -/'
    case 'nothing':
      return ' '
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
