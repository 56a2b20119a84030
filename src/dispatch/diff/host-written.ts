import { type DispatchFinding, finding } from '../call.ts'
import type { Changed } from './changed.ts'

const SOURCES =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmrc|bunfig\.toml|pip\.conf|\.pypirc|nuget\.config|\.cargo\/config(?:\.toml)?|\.gitconfig|\.git\/config|\.gitmodules|\.ssh\/config|\.netrc|hosts|resolv\.conf|sources\.list|settings\.gradle|\.m2\/settings\.xml|\.curlrc|\.wgetrc)$/
const HOST = /\b[a-z][\w+.-]{0,30}:\/\/(?:[^\s/@"']*@)?([\w.-]+)|^[ \t]*(?:HostName|proxy)\s+(\S+)/gim

/** Finds new hosts in files that define where packages and code come from. */
export function hostWritten({ path, said, after, before }: Changed): DispatchFinding[] {
  if (after === null || !SOURCES.test(path ?? said)) return []
  const was = before()
  for (const [, one, two] of after.matchAll(HOST)) {
    const host = one ?? two ?? ''
    if (host !== '' && !was.includes(host)) return [finding('HOST_ADDED', `${host} in ${said}`)]
  }
  return []
}
