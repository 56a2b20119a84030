import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { nameOnFailure, starts } from '../../../test/helpers/starts.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { NAMES } from '../commands/index.ts'

/** The completion scripts in real shells. Each driver gets the script and a line, and prints what the shell offers. */

const BASH = `source "$1"
[ "$(complete -p bailiff)" = 'complete -F _bailiff bailiff' ] || exit 9
read -ra COMP_WORDS <<< "$2"
[[ $2 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_bailiff
printf '%s\\n' "\${COMPREPLY[@]}"`

const FISH = 'source $argv[1]; complete -C $argv[2]'

/** zsh completes only in its line editor, so a second zsh runs in a pseudo terminal and writes its matches to a file. */
const ZSH = `zmodload zsh/zpty
export SCRIPT=$1 FOUND=$1.found
: > $FOUND
zpty shell zsh -f -i
zpty -w shell '
PS1= PS2= RPS1=; unset zle_bracketed_paste; stty -echo
autoload -Uz compinit && compinit -u -D
source $SCRIPT
compadd() {
  local -a found
  [[ " $* " == *" -"(O|A|D)" "* ]] || { builtin compadd -A found "$@"; print -l -- $found >> $FOUND }
  builtin compadd "$@"
}
ended() { print -n "EN""DED" }
finish() { zle complete-word; ended; BUFFER= }
zle -N finish; bindkey "^I" finish
print "REA""DY"'
zpty -r shell out '*READY*'
zpty -w -n shell "$2"$'\\t'
zpty -r shell out '*ENDED*'
zpty -d shell
cat $FOUND`

const DRIVERS = { bash: ['--norc', '-c', BASH, 'bash'], zsh: ['-f', '-c', ZSH, 'zsh'], fish: ['-c', FISH] } as const

const isHere = (shell: string): boolean => starts([shell, '--version'])

const COMMAND_WORDS = [...new Set(NAMES.map((name) => name.split(' ')[0] ?? name)), 'help']
const HOSTS = ['claude-code', 'codex', 'gemini']
const CLAIMS = ['done', 'fixed', 'shipped', 'tests_pass', 'verified', 'blocked', 'delegation', 'work']

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const note = isHere(shell) ? '' : ` — SKIPPED: ${shell} is not installed here`
  describe.skipIf(note !== '')(`completion in ${shell}${note}`, () => {
    nameOnFailure([shell, '--version'])

    /** The words that the shell offers for a line, in a folder with a file and a folder. */
    async function offers(line: string): Promise<string[]> {
      const dir = tempDir()
      const script = join(dir, 'script')
      writeFileSync(script, (await runCli(['completion', shell])).out)
      const cwd = join(dir, 'project')
      mkdirSync(join(cwd, 'a folder'), { recursive: true })
      writeFileSync(join(cwd, 'a-task.yaml'), '')
      const env = { PATH: process.env['PATH'], HOME: dir, TERM: 'xterm', FPATH: process.env['FPATH'] }
      const ran = spawnSync(shell, [...DRIVERS[shell], script, line], { cwd, env, encoding: 'utf8' })
      expect({ status: ran.status, err: ran.stderr }).toEqual({ status: 0, err: '' })
      // fish adds a tab and a description; folders may end with a slash.
      const words = ran.stdout.split('\n').map((one) => one.replace(/\t.*$/, '').replace(/\/$/, ''))
      return [...new Set(words)].filter((word) => word !== '').sort()
    }

    it('offers every command', async () => {
      const offered = await offers('bailiff ')
      expect(offered.filter((word) => !word.startsWith('-'))).toEqual([...COMMAND_WORDS].sort())
    })

    it.each<[string, readonly string[]]>([
      ['bailiff ini', ['init']],
      ['bailiff policy ', ['approve', 'check', 'diff', 'schema', 'show', 'sign', 'trust']],
      ['bailiff help policy si', ['sign']],
      ['bailiff help outc', ['outcome']],
      ['bailiff init --host ', HOSTS],
      ['bailiff init --host c', ['claude-code', 'codex']],
      ['bailiff init --scope ', ['local', 'project', 'user']],
      ['bailiff init --dry-run --scope u', ['user']],
      ['bailiff validate ', CLAIMS],
      ['bailiff waive zz', []],
      ['bailiff claims extract --changed ', ['no', 'yes']],
      ['bailiff completion ', ['bash', 'fish', 'zsh']],
      ['bailiff run ', ['a folder', 'a-task.yaml']],
      ['bailiff policy show --project ', ['a folder']],
      ['bailiff waive done --reason ', []],
      ['bailiff explain ', []],
      ['bailiff nonsense ', []],
    ])('offers for "%s": %j', async (line, words) => {
      expect(await offers(line)).toEqual([...words].sort())
    })

    it('offers the options of a command, and the common ones', async () => {
      expect(await offers('bailiff init --')).toEqual(
        ['check', 'dry-run', 'help', 'home', 'host', 'json', 'no-checks', 'scope', 'trust', 'yes'].map(
          (name) => `--${name}`,
        ),
      )
    })
  })
}
