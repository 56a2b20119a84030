/** The environment variables of a process, by name. */
export type Environment = { [name: string]: string }

/**
 * Variables that a check may see: the user, the paths of programs and toolchains, the locale. Other variables could
 * change what a program does: NODE_OPTIONS, LD_PRELOAD, PYTEST_ADDOPTS, GIT_*, npm_config_*.
 */
const PICKED: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'SSH_AUTH_SOCK',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'JAVA_HOME',
  'GRADLE_USER_HOME',
  'MAVEN_HOME',
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOMODCACHE',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'PYENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'NVM_DIR',
  'FNM_DIR',
  'VOLTA_HOME',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'DOTNET_ROOT',
  'RBENV_ROOT',
  'GEM_HOME',
])

/** Picks the variables that checks get from a host's environment. */
export const pickEnvironment = (env: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      (one): one is [string, string] => one[1] !== undefined && (PICKED.has(one[0]) || one[0].startsWith('LC_')),
    ),
  )

/**
 * Marks everything that Bailiff starts for a model: an agent program and its actions, workers, effects, sensors. Commands for
 * people refuse to run with it. Checks do not have it: a person approved each of them.
 */
export const FOR_AGENT: Environment = { BAILIFF_FOR_AGENT: '1' }

/**
 * A check's environment: the picked variables, those that mark an unattended run, and those from its policy. An empty `CI`
 * leaves that variable unset, because some programs only look whether it is there.
 */
export function checkEnvironment(picked: Environment, own: Environment = {}): Environment {
  const { CI, ...rest } = { ...picked, CI: '1', TERM: 'dumb', ...own }
  return CI === '' ? rest : { ...rest, CI }
}
