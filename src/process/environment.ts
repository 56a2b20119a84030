/** Variables by name, as a process is given them. */
export type Environment = { [name: string]: string }

/**
 * What a check may know of the machine: who runs it, where programs and toolchains are, in which language they speak.
 * Everything else could make a program do other than it says: NODE_OPTIONS, LD_PRELOAD, PYTEST_ADDOPTS, GIT_*, npm_config_*.
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

/** The variables of a host's environment that its checks get. */
export const pickEnvironment = (env: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      (one): one is [string, string] => one[1] !== undefined && (PICKED.has(one[0]) || one[0].startsWith('LC_')),
    ),
  )

/** What a check is run with: what was picked, the marks of a run that nobody watches, and what its policy gives it. */
export const checkEnvironment = (picked: Environment, own: Environment = {}): Environment => ({
  ...picked,
  CI: '1',
  TERM: 'dumb',
  ...own,
})
