import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { hostFacts } from '../../hosts/facts.ts'
import { placesOf } from '../../machine/places.ts'
import type { Act } from '../act.ts'
import { attemptOf } from '../attempt.ts'
import { aimsOf } from './aims.ts'
import type { Protection, ProtectionFinding } from './place.ts'
import { judge } from './protection.ts'

const STATE = '/home/me/.local/state/bailiff'
const PROTECTION: Protection = {
  places: placesOf({
    adminKeys: [],
    home: STATE,
    person: '/home/me',
    env: {},
    cwd: '/home/me/src',
    transcript: null,
  }).map((place) => ({
    ...place,
    exists: true,
  })),
  world: { home: '/home/me', start: '/home/me/src', variables: { BAILIFF_HOME: STATE } },
  hosts: hostFacts(),
}

function findingOf(act: Act, real: ReadonlyMap<string, string> = new Map()): ProtectionFinding | null {
  const attempt = attemptOf(act)
  return judge(attempt, aimsOf(attempt, PROTECTION), PROTECTION, real)
}

const shell = (command: string, directory: string | null = null): string | null =>
  findingOf({ kind: 'shell', command, directory })?.code ?? null

describe('an action on a folder around a place', () => {
  it.each([
    ['rm -rf ~', 'PROTECTED_LEDGER'],
    ['rm -r ~/.local', 'PROTECTED_LEDGER'],
    ['rm ~/.local', null],
    ['rmdir ~/.local/state', null],
    ['mv ~/.local /tmp', 'PROTECTED_LEDGER'],
    ['mv x ~/.local', null],
    ['mv /tmp/bailiff ~/.local/state/', 'PROTECTED_LEDGER'],
    ['chmod -R 700 ~/.local', 'PROTECTED_KEYS'],
    ['chmod 700 ~/.local', null],
    ['chmod -R 755 /home/me/src', null],
    ['cp -a ~/.local /tmp', 'PROTECTED_KEYS'],
    ['cp -r x ~/.local', null],
    ['grep -r x ~/.local', 'PROTECTED_KEYS'],
    ['grep -r x ~', null],
    ['ls -R ~', null],
    ['tar cf x.tar ~', 'PROTECTED_KEYS'],
    ['tar xf x.tar -C ~', null],
    ['tar xf x.tar -C ~ .claude/settings.json', 'PROTECTED_SETTINGS'],
    ['tar xf x.tar -C ~/.claude', 'PROTECTED_SETTINGS'],
    ['rm -rf ~/*', 'PROTECTED_SETTINGS'],
    ['rm -rf /home/me/other/*', null],
    ['rm -rf ~/.*', 'PROTECTED_LEDGER'],
    ['rm -rf ./*', null],
    ['rm -rf .claude*', 'PROTECTED_SETTINGS'],
  ])('is a finding if it reaches the place: %s', (command, code) => {
    expect(shell(command)).toBe(code)
  })
})

describe('files that find finds', () => {
  it.each([
    ['find ~ -delete', 'PROTECTED_LEDGER'],
    ['find ~ -type f -mtime +30 -delete', 'PROTECTED_LEDGER'],
    ["find ~ -name '*.tmp' -delete", null],
    ["find ~ -name 'bai*' -exec rm -rf {} +", 'PROTECTED_LEDGER'],
    ["find ~ -iname 'SETTINGS.json' -exec rm {} \\;", 'PROTECTED_SETTINGS'],
    ["find . -name '*.json' -exec sed -i 's/a/b/' {} +", null],
    ["find . -name 'settings*.json' -exec sed -i 's/a/b/' {} +", 'PROTECTED_SETTINGS'],
    ["find ~ -path '*/state/*' -delete", 'PROTECTED_LEDGER'],
    ["find ~ -regex '.*jsonl' -delete", 'PROTECTED_LEDGER'],
    ["find ~ ! -path '*/bailiff*' ! -path '*/.claude*' ! -path '*/.codex*' ! -path '*/.gemini*' -delete", null],
    ['find ~ -type d -empty -delete', null],
    ['find ~ -type f -exec cat {} +', 'PROTECTED_KEYS'],
    ['find ~ -type f -exec wc -l {} +', null],
    ['find ~/.local/state/bailiff', 'PROTECTED_LEDGER'],
  ])('are a finding if they may be ours: %s', (command, code) => {
    expect(shell(command)).toBe(code)
  })
})

describe('unknown words', () => {
  it.each([
    ['rm -rf "$X"', null],
    ['rm -rf $X/*', null],
    ['cat "$X/keys/current"', null],
    ['cat "$X/state/bailiff/keys/current"', 'PROTECTED_KEYS'],
    ['cat ~/.local/state/bailiff/"$X"', 'PROTECTED_LEDGER'],
    ['echo x > "$X/.claude/settings.json"', null],
    ['cd "$X" && rm -rf .claude', null],
    ['rm -rf ~/.local/state/$X', null],
  ])('are not a finding by themselves: %s', (command, code) => {
    expect(shell(command)).toBe(code)
  })
})

describe('links', () => {
  it('are judged by their targets', () => {
    const real = new Map([['/home/me/src/x', `${STATE}/keys`]])
    expect(findingOf({ kind: 'shell', command: 'cat x', directory: null }, real)?.code).toBe('PROTECTED_KEYS')
    expect(findingOf({ kind: 'shell', command: 'cat x/*', directory: null }, real)?.code).toBe('PROTECTED_KEYS')
  })

  it.each([
    ['ln -s ~/.local/state s && cat s/bailiff/keys/current', 'PROTECTED_KEYS'],
    ['ln -s ../.claude/settings.json s', 'PROTECTED_SETTINGS'],
    ['mkdir a && ln -s ../../.claude/settings.json a/s', 'PROTECTED_SETTINGS'],
    ['ln -s ~/.local/state s', null],
    ['ln -s ~/.claude/skills s', null],
  ])('are followed if the text itself creates them: %s', (command, code) => {
    expect(shell(command)).toBe(code)
  })
})

describe('a call that sets its own directory', () => {
  it('is judged from that directory', () => {
    expect(shell('rm settings.json', '.claude')).toBe('PROTECTED_SETTINGS')
    expect(shell('rm settings.json', 'src')).toBe(null)
  })
})

describe('code in other languages', () => {
  it.each([
    [`python3 -c "open('/home/me/.claude/settings.json').read()"`, null],
    [`python3 -c "open('/home/me/.claude/settings.json', 'w')"`, 'PROTECTED_SETTINGS'],
    [`python3 -c "open('/tmp/x/.claude/settings.json', 'w')"`, null],
    [
      `python3 -c "from pathlib import Path; (Path.home() / '.claude' / 'settings.json').write_text('')"`,
      'PROTECTED_SETTINGS',
    ],
    [`python3 -c "import os; os.system('rm -rf .claude')"`, 'PROTECTED_SETTINGS'],
    [`node -e "fs.rmSync(process.env.HOME + '/.local/state/bailiff', {recursive: true})"`, 'PROTECTED_LEDGER'],
    [`ruby -e 'puts File.read("#{Dir.home}/.local/state/bailiff/keys/current")'`, 'PROTECTED_KEYS'],
    [`perl -e 'unlink "$ENV{HOME}/.codex/hooks.json"'`, 'PROTECTED_SETTINGS'],
    [`sed -n 'w .claude/settings.json' x`, 'PROTECTED_SETTINGS'],
    [`sed 's/w .claude.settings.json/x/' README.md`, null],
    [`awk '{print > ".claude/settings.json"}' x`, 'PROTECTED_SETTINGS'],
    [`node -e "x.write('Hooks are in .claude/settings.json')"`, null],
    [`node -e "require('child_process').execSync('bailiff gc')"`, 'PERSON_ONLY'],
    [`node -e "console.log('bailiff explain')"`, null],
  ])('is searched for places: %s', (command, code) => {
    expect(shell(command)).toBe(code)
  })
})

/** Denied commands, as words. */
const DENIED = [
  ['rm', '-rf', STATE],
  ['cat', `${STATE}/keys/current`],
  ['tee', '-a', '/home/me/.claude/settings.json'],
  ['cp', '/tmp/x', '.codex/hooks.json'],
  ['bailiff', 'policy', 'approve'],
  ['npx', 'bailiff', 'uninstall', '--yes'],
] as const

const quotes = fc.constantFrom<(char: string) => string>(
  (char) => char,
  (char) => `'${char}'`,
  (char) => `"${char}"`,
  (char) => `\\${char}`,
  (char) => `''${char}`,
  (char) => `$'\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}'`,
)
const blanks = fc.constantFrom(' ', '  ', '\t', ' \\\n ', '\\\n ')
/** Wrappers that take one simple command. */
const before = fc.constantFrom('', 'sudo -u root env A=1 ', 'timeout 5 nohup ', '! ', 'command ', 'uv run ')
const around = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `( ${text} )`,
  (text) => `{ ${text}; }`,
  (text) => `true && ${text} || false`,
  (text) => `echo "$( ${text} )"`,
  (text) => `if a; then ${text}; fi`,
  (text) => `for i in 1 2; do ${text}; done`,
  (text) => `{ f() { ${text}; }; f; }`,
  (text) => `{ ${text} & wait; }`,
  (text) => `bash -lc ${quotedWhole(text)}`,
  (text) => `eval ${quotedWhole(text)}`,
  (text) => `bash <<< ${quotedWhole(text)}`,
  (text) => `{ a | b; ${text} | c; }`,
  (text) => `{ cd /tmp; cd /home/me/src; ${text}; }`,
)

const quotedWhole = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const variants = fc
  .constantFrom(...DENIED)
  .chain((words) =>
    fc.tuple(
      fc.constant(words),
      fc.array(quotes, { minLength: 8, maxLength: 64 }),
      fc.array(blanks, { minLength: 8, maxLength: 8 }),
      before,
      fc.array(around, { maxLength: 3 }),
    ),
  )
  .map(([words, quoted, between, prefix, outer]) => {
    let n = 0
    const written = words.map((word) => [...word].map((char) => quoted[n++ % quoted.length]?.(char)).join(''))
    const text = written.reduce((line, word, i) => `${line}${between[i]}${word}`)
    return outer.reduce((inner, wrap) => wrap(inner), `${prefix}${text}`)
  })

describe('a command that is denied', () => {
  it('is denied however it is quoted, spaced and wrapped', () => {
    fc.assert(
      fc.property(variants, (command) => {
        expect(shell(command)).not.toBe(null)
      }),
      { numRuns: scaled(5_000), seed: seed() },
    )
  })
})

const PIECES = [
  ...[
    'rm -rf ',
    'cat ',
    'find . ',
    '-exec ',
    '{} \\; ',
    'ln -s ',
    'tar xf ',
    '-C ',
    'python -c ',
    'node -e ',
    'git config ',
  ],
  ...[
    '~',
    '/',
    '..',
    '*',
    '.claude',
    '/settings.json',
    STATE,
    '$HOME',
    '"',
    "'",
    '$(',
    ')',
    '\n',
    ' ',
    ';',
    '|',
    '>',
    '<<E\n',
  ],
  ...['bailiff ', 'init', 'npx ', 'npm run ', 'alias.x ', '!', ':', '=', '@', '\0', '\\', '{a,b}', 'é', '\ud800'],
]
const texts = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')),
)

describe('any call', () => {
  it('gets a verdict, and nothing throws', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom<'read' | 'write' | 'mentioned'>('read', 'write', 'mentioned'), (text, how) => {
        findingOf({ kind: 'shell', command: text, directory: text })
        findingOf({
          kind: 'files',
          files: [{ how, path: text, below: 'nothing', tests: null, change: { kind: 'whole', text } }],
        })
      }),
      { numRuns: scaled(5_000), seed: seed() },
    )
  })

  it.each([
    ['many words', `rm ${'a/b '.repeat(20_000)}`],
    ['many globs', `rm ${'~/.l*/s?/*a* '.repeat(2_000)}`],
    ['many commands', 'cat ~/x; '.repeat(900)],
    ['long code', `node -e "${`'a/b' + `.repeat(9_000)}1"`],
    ['code of one word', `node -e "${'a'.repeat(200_000)}"`],
    ['code of slashes', `node -e "${'/'.repeat(200_000)}"`],
    ['a long path', `cat /${'a/../'.repeat(40_000)}x`],
    ['many wrappers', `${'npx '.repeat(3_000)}rm x`],
    ['a long patch', `patch <<E\n${'+++ b/x\n'.repeat(30_000)}E`],
    ['many removals', `node -e "${'fs.rmSync(p);'.repeat(15_000)}"`],
    ['many removals of joined names', `node -e "fs.rmSync(p);${`'\${a' + `.repeat(9_000)}1"`],
    ['a removal in blanks', `node -e "fs.rmSync${' '.repeat(200_000)}('a')"`],
    ['many words without quotes', `perl -e 'unlink ${'<a*'.repeat(60_000)}'`],
    ['a pattern for processes', `pkill -f '${'(a*)*'.repeat(50)}b'; pkill -f '${'.*'.repeat(30_000)}'`],
    ['many filters', `rsync -a ${"--include='*a*b*c*' ".repeat(2_000)} ~ /tmp/x`],
    ['many searches', `find ${'/a '.repeat(2_000)} ${"-name '*a*b*c*' ".repeat(2_000)} -delete`],
  ])('is judged in bounded time: %s', (_, command) => {
    const from = process.cpuUsage()
    shell(command)
    const { user, system } = process.cpuUsage(from)
    // Fifty times what these take alone: this checks the order of growth, on any machine.
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })
})
