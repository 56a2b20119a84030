import { folderOf } from './names.ts'

export const RULE_FILE = '.gitignore'

/**
 * Where rules may stand that decide about these files: in every folder that holds one of them. They count even where
 * they ignore themselves. A folder that ignores all that is in it, as caches do, holds no file in scope, and counts no
 * more than what it hides.
 */
export function ruleFiles(names: Iterable<string>): Set<string> {
  const folders = new Set<string>([''])
  for (const name of names) {
    for (let folder = folderOf(name); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  }
  return new Set([...folders].map((folder) => (folder === '' ? RULE_FILE : `${folder}/${RULE_FILE}`)))
}
