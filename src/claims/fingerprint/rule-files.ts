import { folderOf } from './names.ts'

export const RULE_FILE = '.gitignore'

/**
 * Paths where ignore rules for these files may be: one in every folder that contains any of them, even if the rules ignore
 * their own file. A folder that ignores all its contents, as caches do, has no file in scope, so its rules are left out.
 */
export function ruleFiles(names: Iterable<string>): Set<string> {
  const folders = new Set<string>([''])
  for (const name of names) {
    for (let folder = folderOf(name); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return new Set([...folders].map((folder) => (folder === '' ? RULE_FILE : `${folder}/${RULE_FILE}`)))
}
