/** Keys, and where to send them; by whom this shell was started; other ways to the network. */
const LEFT_OUT = [
  /^(?:ANTHROPIC|OPENAI|AZURE|AWS|GOOGLE|VERTEX)_/,
  /^GEMINI_(?:API_KEY|CLI$|SESSION_ID|PROJECT_DIR|CWD|PLANS_DIR)/,
  /^CLAUDECODE$|^AI_AGENT$|^CLAUDE_(?:PROJECT_DIR|ENV_FILE)$/,
  /^CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|ENTRYPOINT|SSE_PORT|USE_|OAUTH|API_KEY|SKIP_)/,
  /^CODEX_(?!HOME$)/,
  /^(?:https?|all|no|ftp)_proxy$/i,
]

/** The environment of a person's own shell, whoever started this one; without keys. */
export const ownEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => LEFT_OUT.every((pattern) => !pattern.test(name))))

/**
 * The environment of a canary: the person's own, so that what silences hooks there silences them here, without keys and
 * without the marks of a host that started this. Whatever the program wants of the network ends at the scripted model,
 * which passes nothing on.
 */
export function canaryEnvironment(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, url])
  const direct = ['NO_PROXY', 'no_proxy'].map((name) => [name, '127.0.0.1,localhost'])
  return { ...ownEnvironment(env), ...Object.fromEntries([...proxies, ...direct]) }
}
