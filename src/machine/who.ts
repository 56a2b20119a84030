import { readFileSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { projectRoot } from '../policy/stores/source.ts'
import { sharedGitFolder } from '../project/stores/git-folder.ts'
import type { Who } from '../session/who.ts'
import { readAdmin } from '../trust/admin/drivers/read.ts'

/** Says who decides here. Starts no program: a repository could choose what git runs. */
export const whoIn = (home: Readable, cwd: string, env: NodeJS.ProcessEnv): Who => ({
  user: systemUser(),
  git: gitIdentity(cwd, env),
  adminKey: readAdmin(home).state.key?.id ?? null,
})

/** The name behind the process's user id, which the environment cannot change. */
function systemUser(): string | null {
  try {
    return userInfo().username
  } catch {
    return process.getuid === undefined ? null : String(process.getuid())
  }
}

/** The identity that commits get here, read from git's own files; files that they include are not read. */
function gitIdentity(cwd: string, env: NodeJS.ProcessEnv): string | null {
  const person = env['HOME'] || homedir()
  const own = env['XDG_CONFIG_HOME'] || join(person, '.config')
  const files = [join(gitFolderOf(cwd), 'config'), join(person, '.gitconfig'), join(own, 'git/config')]
  const users = files.map((file) => userIn(read(file)))
  const name = users.find((user) => user.has('name'))?.get('name')
  const email = users.find((user) => user.has('email'))?.get('email')
  return [name, email && `<${email}>`].filter((part) => part).join(' ') || null
}

function gitFolderOf(cwd: string): string {
  try {
    return sharedGitFolder(projectRoot(cwd))
  } catch {
    // The folder is gone.
    return cwd
  }
}

const MAX_BYTES = 1 << 20
const MAX_VALUE = 200

function read(path: string): string {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

/** The settings in the sections `[user]` of a git configuration. */
export function userIn(config: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  let isUser = false
  for (const line of config.split(/[\r\n]+/)) {
    const [header = '', section] = /^[ \t]*\[([^\]]*)\]/.exec(line) ?? []
    if (section !== undefined) isUser = section.trim().toLowerCase() === 'user'
    const [, name = '', value = ''] = /^[ \t]*([A-Za-z][\w-]*)[ \t]*=(.*)$/.exec(line.slice(header.length)) ?? []
    if (isUser && name !== '') settings.set(name.toLowerCase(), unquoted(value))
  }
  return settings
}

/** A value without its quotes and the comment behind it. */
const unquoted = (text: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|[^"#;])*/.exec(text.slice(0, MAX_VALUE))?.[0] ?? '').replaceAll('"', '').trim()
