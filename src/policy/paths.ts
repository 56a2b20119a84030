import type { Pin } from './policy.ts'

/** Why a text is no path within the workspace, or null where it is one. */
export function pathFault(path: string): string | null {
  if (path === '' || path.trim() !== path) return 'a path is not empty and has no blanks around it.'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keeping them out is the point
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'write paths with / and without control characters.'
  if (path.startsWith('/') || path.startsWith('~')) return 'write it relative to the project, such as src/index.ts.'
  if (path.split('/').includes('..')) return 'it leaves the project. Name something inside it.'
  return null
}

/** Why a text is no glob within the workspace; `!` in front takes away what it names. */
export const globFault = (glob: string): string | null => pathFault(glob.replace(/^!/, ''))

/** `file` or `file#/json/pointer`. */
export function readPin(text: string): Pin {
  const at = text.indexOf('#')
  return at === -1 ? { file: text, pointer: null } : { file: text.slice(0, at), pointer: text.slice(at + 1) }
}

export function pinFault(text: string): string | null {
  const { file, pointer } = readPin(text)
  if (/[*?]/.test(file)) return 'a pin names one file. List the files one by one.'
  if (pointer !== null && !/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer))
    return 'after # stands a JSON pointer, such as package.json#/scripts/test.'
  return pathFault(file)
}

export const renderPin = ({ file, pointer }: Pin): string => (pointer === null ? file : `${file}#${pointer}`)
