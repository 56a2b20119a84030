/** Where the history of a project goes. */
export type Remote = { name: string; url: string }

/**
 * The remote that a git configuration names: `origin`, or the first there is. Who may go there is nobody's business: what
 * stands before the @ of a web address is left out.
 */
export function remoteIn(config: string): Remote | null {
  const found = [...config.matchAll(/^[ \t]*\[remote "([\w./-]+)"\][^[]*?^[ \t]*url[ \t]*=[ \t]*(\S+)[ \t]*$/gm)]
  const remotes = found.map(([, name = '', url = '']) => ({
    name,
    url: url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, (whole, scheme: string) =>
      /^https?:/i.test(scheme) ? scheme : whole,
    ),
  }))
  return remotes.find(({ name }) => name === 'origin') ?? remotes[0] ?? null
}
