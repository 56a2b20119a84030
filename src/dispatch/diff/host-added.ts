import { operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that change package sources. For files that define them, see `path-rule.ts` and `host-written.ts`. */
export const hostAdded: RunRule = {
  code: 'HOST_ADDED',
  programs: ' npm pnpm yarn bun pip pip3 uv go cargo gem add-apt-repository apt-add-repository brew helm git ',
  seen: (one) => (adds(one.name, one.words, one.command) ? told(one) : null),
}

const USUAL =
  /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|proxy\.golang\.org|rubygems\.org|download\.pytorch\.org)(?:\/|$)/

function adds(name: string, words: readonly string[], command: string): boolean {
  if (name === 'git' && command !== 'config') return false
  const all = operands(words).join(' ')
  const given = words.flatMap((word, i) => {
    const [, value] =
      /^--(?:registry|index-url|extra-index-url|index|default-index|source|find-links)(?:=(.*))?$/.exec(word) ?? []
    if (
      /^--(?:registry|(?:extra-|default-)?index(?:-url)?|source|find-links)$/.test(word) ||
      (name.startsWith('pip') && word === '-i')
    )
      return [words[i + 1] ?? '']
    return value === undefined ? [] : [value]
  })
  if (given.some((address) => /^https?:\/\//.test(address) && !USUAL.test(address))) return true
  switch (name) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return /^(?:config )?set (?:\S+:)?(?:registry|npmRegistryServer|https?-proxy|proxy)\b/.test(all)
    case 'pip':
    case 'pip3':
      return /^config set \S*(?:index-url|proxy|trusted-host)/.test(all)
    case 'go':
      return /^env -?w? ?GOPROXY=/.test(words.join(' '))
    case 'gem':
      return words[0] === 'sources' && words.includes('--add')
    case 'add-apt-repository':
    case 'apt-add-repository':
      return true
    case 'git':
      return command === 'config' && /^https?\.(?:\S+\.)?proxy \S/.test(all)
    default:
      return false
  }
}
