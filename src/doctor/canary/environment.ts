import { HOSTS } from '../../hosts/registry.ts'

/** Cloud credentials that any host may use, and proxy settings. */
const LEFT_OUT = [/^(?:AZURE|AWS|VERTEX)_/, /^(?:https?|all|no|ftp)_proxy$/i]

/** The environment of a person's own shell, without keys and without variables that a host added. */
export function ownEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const leftOut = [...LEFT_OUT, ...HOSTS.flatMap(({ places }) => places.variables.inherited)]
  return Object.fromEntries(Object.entries(env).filter(([name]) => leftOut.every((pattern) => !pattern.test(name))))
}

/**
 * A canary's environment: the person's own, so that variables that silence hooks do so here too. It has no keys, and no
 * marks of a host that started the doctor. All network traffic goes to the scripted model, which passes nothing on.
 */
export function canaryEnvironment(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, url])
  const direct = ['NO_PROXY', 'no_proxy'].map((name) => [name, '127.0.0.1,localhost'])
  return { ...ownEnvironment(env), ...Object.fromEntries([...proxies, ...direct]) }
}
