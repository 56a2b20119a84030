import { folderOf } from './names.ts'

export const RULE_FILE = '.gitignore'

/**
 * Returns the paths of the ignore files that may apply to these files: one for every folder above them, even if an ignore
 * file ignores itself. A folder that ignores all its contents, such as a cache, has no file in scope, so it is left out.
 */
export function ruleFiles(names: Iterable<string>): Set<string> {
  const folders = new Set<string>([''])
  for (const name of names) {
    for (let folder = folderOf(name); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return new Set([...folders].map((folder) => (folder === '' ? RULE_FILE : `${folder}/${RULE_FILE}`)))
}
