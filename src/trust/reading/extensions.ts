import { all, isDigit, isLetter } from './chars.ts'

/** Classes of files by extension. */

const CLASSES = new Map<string, string>()

function add(name: string, extensions: string): void {
  for (const one of extensions.split(' ')) CLASSES.set(one, name)
}

add(
  'code',
  'sh ps1 bat cmd exe dll vbs hta js py pl rb elf bin so dylib msi scr jar php sct xsl inf cpl psm1 wsf vbe lnk',
)
add('archive', 'zip tar gz tgz 7z rar bz2 xz zst')
add('document', 'md txt csv json yaml yml toml xml html log pdf')
add('keys', 'pem key pfx p12 kdbx keytab ppk ovpn jks')

const MAX_CHARS = 6

/** The lower-case extension of a file name or path; empty if it has none. */
export function extensionOf(path: string): string {
  const at = path.lastIndexOf('.')
  const extension = path.slice(at + 1)
  const isOne =
    at > 0 &&
    extension !== '' &&
    extension.length <= MAX_CHARS &&
    all(extension, (char) => isLetter(char) || isDigit(char))
  return isOne ? extension.toLowerCase() : ''
}

/** `code`, `archive`, `document`, `keys`, `other`; empty without an extension. */
export const classOfExtension = (extension: string): string =>
  extension === '' ? '' : (CLASSES.get(extension) ?? 'other')
