import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { tempDir } from '../helpers/temp.ts'

/** One tool call of a table, and the expected answer. */
export type Row = { outcome: string; tool: string; what: string; call: string; line: number }

/** Reads a table; see its head. */
function rowsIn(name: string, read: (cells: string[]) => Omit<Row, 'line'>): Row[] {
  return readFileSync(`test/protection/${name}`, 'utf8')
    .split('\n')
    .flatMap((text, i) => (text === '' || text.startsWith('#') ? [] : [{ ...read(text.split(' | ')), line: i + 1 }]))
}

export const ATTACKS = rowsIn('attacks.txt', ([outcome = '', tool = '', what = '', ...call]) => ({
  outcome,
  tool,
  what,
  call: call.join(' | '),
}))

export const ORDINARY = rowsIn('ordinary.txt', ([tool = '', ...call]) => ({
  outcome: 'let through',
  tool,
  what: '',
  call: call.join(' | '),
}))

/** A person's home with a state directory in it, a project, and the settings of hosts. */
export type Scene = { person: string; state: string; project: string }

export function scene(root = tempDir()): Scene {
  const person = join(root, 'person')
  const state = join(person, '.local/state/bailiff')
  const project = join(person, 'project')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put(join(project, 'package.json'), JSON.stringify({ scripts: SCRIPTS }))
  put(join(project, 'scripts/wipe.sh'), '#!/bin/sh\nset -e\nrm -rf "$HOME/.local/state/bailiff"\n')
  put(join(project, 'wipe'), 'rm -rf ~/.local/state/bailiff\n')
  put(join(project, 'outer.sh'), '#!/bin/sh\n./middle\n')
  put(join(project, 'middle'), 'sh wipe\n')
  put(join(project, 'Makefile'), MAKEFILE)
  put(join(project, 'scripts/build.sh'), '#!/bin/bash\nset -euo pipefail\nrm -rf dist\nnpm run build\n')
  put(join(project, '.claude/settings.json'), '{}\n')
  for (const [name, text] of Object.entries(BESIDE)) put(join(project, '.claude', name), text)
  put(join(project, 'evil/package.json'), JSON.stringify({ scripts: { postinstall: SCRIPTS.wipe } }))
  put(join(project, 'jobs.txt'), '# every night\n0 3 * * * cat ~/.local/state/bailiff/keys/* > /tmp/k\n')
  put(join(project, 'backup.txt'), '0 3 * * * tar czf /tmp/p.tgz ~/project\n')
  put(join(person, '.config/systemd/user/evil.service'), '[Service]\nExecStart=/usr/bin/bailiff gc --yes\n')
  put(join(person, '.claude/settings.json'), JSON.stringify({ theme: 'dark', hooks: hooksOf(state) }))
  put(join(person, '.codex/config.toml'), 'model = "a"\n\n[hooks.state."x"]\ntrusted_hash = "sha256:1"\n')
  put(join(person, '.codex/hooks.json'), '{}\n')
  put(join(person, 'dotfiles/gemini.json'), '{}\n')
  put(join(person, '.claude/projects/p/s.jsonl'), '{}\n')
  mkdirSync(join(person, '.gemini'))
  symlinkSync(join(person, 'dotfiles/gemini.json'), join(person, '.gemini/settings.json'))
  for (const [name, code] of Object.entries(PROGRAMS)) {
    put(join(project, name), `#!${process.execPath}\nconst fs = require('fs'), home = process.env.HOME\n${code}\n`)
    chmodSync(join(project, name), 0o755)
  }
  put(join(person, 'settings.patch'), PATCH)
  put(join(person, 'where'), join(state, 'ledger'))
  mkdirSync(join(state, 'keys'), { recursive: true, mode: 0o700 })
  chmodSync(state, 0o700)
  put(join(person, '.local/state/stick/admin.json'), '{}\n')
  put(join(state, 'keys/admin-places'), `${join(person, '.local/state/stick/admin.json')}\n`)
  symlinkSync(state, join(project, 'link-to-state'))
  return { person, state, project }
}

const hooksOf = (state: string): JsonObject => ({
  PreToolUse: [{ hooks: [{ type: 'command', command: `${state}/bin/bailiff-hook claude-code PreToolUse` }] }],
})

const SCRIPTS = {
  build: 'tsc -p . && node scripts/copy.mjs',
  test: 'vitest run',
  wipe: 'rm -rf ~/.local/state/bailiff',
  outer: 'npm run wipe',
  unhook: 'bailiff uninstall --yes',
}

const MAKEFILE = `all: build
build:
	@npm run build
clean:
	rm -rf dist
wipe: clean
	@rm -rf $(HOME)/.local/state/bailiff
deep: wipe
`

/** Programs beside hook settings: some change them, some do not. */
const BESIDE = {
  'edit.sh': "#!/bin/sh\necho '{}' > settings.json\n",
  'edit.cjs': "require('fs').writeFileSync(require('path').join(__dirname, 'settings.json'), '{}')\n",
  'edit.py': "open('settings.json', 'w').write('{}')\n",
  'edit.bin': '\x7fELF\0\0',
  'statusline.sh': '#!/bin/sh\njq -r .model.display_name\n',
  'hooks/format.sh': '#!/bin/sh\nnpx prettier --write "$1"\n',
  'hooks/check.py': 'import json, sys\nprint(json.load(sys.stdin)["tool_name"])\n',
  'skills/pdf/run.py': "open('out.txt', 'w').write('x')\n",
}

/** Programs that the shell parser cannot see into. */
const PROGRAMS = {
  'edit-settings': "fs.writeFileSync('.claude/settings.json', '[]')",
  'edit-ledger': "fs.rmSync(home + '/.local/state/bailiff/ledger', { recursive: true })",
  'read-key': "fs.readFileSync(home + '/.local/state/bailiff/keys/current')",
}

const PATCH = `--- a/.claude/settings.json
+++ b/.claude/settings.json
@@ -1 +1 @@
-{}
+{"disableAllHooks":true}
`

const SHELLS: readonly (readonly [host: string, event: string, tool: string])[] = [
  ['claude-code', 'PreToolUse', 'Bash'],
  ['codex', 'PreToolUse', 'Bash'],
  ['gemini', 'BeforeTool', 'run_shell_command'],
]
const HOSTS: Readonly<Record<string, readonly [host: string, event: string]>> = {
  claude: ['claude-code', 'PreToolUse'],
  codex: ['codex', 'PreToolUse'],
  gemini: ['gemini', 'BeforeTool'],
}

/** A row as a host reports it. Shell commands take turns among the hosts. */
export function told({ tool, call, line }: Row, where: Scene): { host: string; event: string; payload: JsonObject } {
  const text = filled(call, where)
  const common = {
    session_id: 's',
    cwd: where.project,
    transcript_path: join(where.person, '.claude/projects/p/s.jsonl'),
  }
  const id = { tool_use_id: `call-${line}` }
  if (tool === 'sh') {
    const [host, event, name] = SHELLS[line % SHELLS.length] ?? ['', '', '']
    return { host, event, payload: { ...common, ...id, tool_name: name, tool_input: { command: text } } }
  }
  const [from = '', name = ''] = tool.split(' ')
  const [host, event] = HOSTS[from] ?? ['', '']
  const input = JSON.parse(filled(call, where, 'json')) as JsonObject
  return { host, event, payload: { ...common, ...id, tool_name: name, tool_input: input } }
}

export function filled(call: string, { person, state, project }: Scene, form: 'text' | 'json' = 'text'): string {
  const text = call.replaceAll('{home}', person).replaceAll('{state}', state).replaceAll('{project}', project)
  return form === 'json' ? text : text.replaceAll('\\n', '\n')
}
