import { type CompletedCommand, type First, firstWords, type Offer, secondWords } from './words.ts'

/** Renders the completion script for bash, from version 3.2 on. It starts no program. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const firsts = firstWords(commands)
  return `# Completes bailiff commands in bash. To load it: source <(bailiff completion bash)
_bailiff_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_bailiff_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$current"))
  # Adds slashes and quotes. Versions before 4 do without.
  compopt -o filenames 2>/dev/null
}
_bailiff() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} word
  COMPREPLY=()
  # bash splits --host=codex into three words.
  if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$COMP_CWORD" -eq 1 ]; then _bailiff_words '${all(firsts)} --help --version'; return; fi
  # Words after -- belong to another program.
  for word in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    if [ "$word" = -- ]; then _bailiff_paths -f; return; fi
  done
  if [ "$name" = help ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then _bailiff_words '${all(firsts)}'; return; fi
    name=\${COMP_WORDS[2]}
    case $name in
${groupCases(firsts, 3)}
    esac
    return
  fi
  case $name in
${groupCases(firsts, 2)}
  esac
  case "$name $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$current $name" in
${commands.map(({ name, options }) => `    -*\\ ${quoted(name)}) _bailiff_words '${options.map((one) => one.name).join(' ')}'; return ;;`).join('\n')}
  esac
  case $name in
${commands
  .filter(({ offer }) => offer.kind !== 'nothing')
  .map(({ name, offer }) => `    ${quoted(name)}) ${offered(offer)} ;;`)
  .join('\n')}
  esac
}
complete -F _bailiff bailiff
`
}

const all = (firsts: readonly First[]): string => firsts.map(({ word }) => word).join(' ')

/** Offers the second word of a group at a position, and takes it into the name. */
const groupCases = (firsts: readonly First[], at: number): string =>
  firsts
    .filter(({ group }) => group.length > 0)
    .map((first) => {
      const words = secondWords(first).map(({ word }) => word)
      const take = at === 2 ? ` name="$name \${COMP_WORDS[2]}"` : ''
      return `    ${first.word}) if [ "$COMP_CWORD" -eq ${at} ]; then _bailiff_words '${words.join(' ')}'; return; fi${take ? `;${take}` : ''} ;;`
    })
    .join('\n')

/** Offers the values of a command's options. */
const valueCases = ({ name, options }: CompletedCommand): string[] =>
  options.flatMap(({ name: option, value }) =>
    value === null ? [] : [`    ${quoted(`${name} ${option}`)}) ${offered(value.offer)}; return ;;`],
  )

function offered(offer: Offer): string {
  switch (offer.kind) {
    case 'choice':
      return `_bailiff_words '${offer.words.join(' ')}'`
    case 'files':
      return '_bailiff_paths -f'
    case 'folders':
      return '_bailiff_paths -d'
    case 'nothing':
      return ':'
  }
}

/** Quotes a pattern. */
const quoted = (text: string): string => `'${text}'`
