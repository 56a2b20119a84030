import { folderOf } from './names.ts'

export const RULE_FILE = '.gitignore'

/**
 * Paths where ignore rules for these files may be: one in every folder that contains one of them. They count even if they
 * ignore themselves. A folder that ignores its whole content, as caches do, contains no file in scope, so its rules do not
 * count either.
 */
export function ruleFiles(names: Iterable<string>): Set<string> {
  const folders = new Set<string>([''])
  for (const name of names) {
    for (let folder = folderOf(name); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return new Set([...folders].map((folder) => (folder === '' ? RULE_FILE : `${folder}/${RULE_FILE}`)))
}
