/** A git remote. */
export type Remote = { name: string; url: string }

/** The remote in a git configuration: `origin`, or the first one. Removes credentials from a web address. */
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
