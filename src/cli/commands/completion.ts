import { type Command, EXIT, UsageError } from '../command.ts'
import { COMMON } from '../common-options.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { completed } from '../completion/words.ts'
import { zshScript } from '../completion/zsh.ts'
import { json } from '../screens/output.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** Makes the command that completes all commands, itself among them. */
export const completionFor = (allCommands: () => Promise<Command[]>): Command => ({
  name: 'completion',
  summary: 'print a script that completes commands in your shell',
  usage: 'bash|zsh|fish',
  words: { min: 1, max: 1, names: '<bash|zsh|fish>' },
  details: `Completes commands, options and fixed values, such as hosts and claims.
To load it in every new shell, add a line to its startup file:
bash  ~/.bashrc                   source <(bailiff completion bash)
zsh   ~/.zshrc, after compinit    source <(bailiff completion zsh)
fish  ~/.config/fish/config.fish  bailiff completion fish | source`,
  example: 'bailiff completion fish > ~/.config/fish/completions/bailiff.fish',
  options: {},
  async run({ words: [shell = ''], json: isJson }, io) {
    if (!isShell(shell)) throw new UsageError(`Unknown shell "${shell}". Known: ${Object.keys(SCRIPTS).join(', ')}.`)
    const script = SCRIPTS[shell](completed(await allCommands(), COMMON))
    io.out(isJson ? json({ ok: true, shell, script }) : script)
    return EXIT.fine
  },
})

const isShell = (name: string): name is keyof typeof SCRIPTS => Object.hasOwn(SCRIPTS, name)
