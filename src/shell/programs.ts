/** Describes a program's arguments. Options are separated by spaces. */
export type Program = {
  /**
   * Kind of the operands: `copy` reads all but the last and writes the last, `move` writes all, `script` reads the
   * first and mentions the others.
   */
  operands: 'read' | 'write' | 'mentioned' | 'nothing' | 'copy' | 'move' | 'script'
  /** Number of leading operands that are not files: a pattern, a mode. */
  skip?: number
  /** Options that replace the skipped operands. */
  skipped?: string
  /** Options whose value is a file that is read, a file that is written, or not a file. */
  reads?: string
  writes?: string
  plain?: string
  /** Options that make the program also write the files it reads. */
  inPlace?: string
  /** The language of code in the arguments, and the options that take code. A skipped operand is code, too. */
  language?: string
  code?: string
}

/** Programs with the same behaviour, by name. Add a new program here. */
const TABLE: readonly (readonly [names: string, program: Program])[] = [
  ['tee sponge', { operands: 'write' }],
  ['rm rmdir unlink', { operands: 'write' }],
  ['mkdir mkfifo mknod shred', { operands: 'write', plain: '-m -n -s --mode --iterations --size' }],
  ['touch', { operands: 'write', reads: '-r --reference', plain: '-d -t --date --time' }],
  ['truncate', { operands: 'write', reads: '-r --reference', plain: '-s --size' }],
  ['cp', { operands: 'copy', writes: '-t --target-directory', plain: '-S --suffix' }],
  ['install', { operands: 'copy', writes: '-t --target-directory', plain: '-m -o -g -S --mode --owner --group' }],
  [
    'rsync',
    {
      operands: 'copy',
      reads: '--files-from --exclude-from --include-from --password-file',
      writes: '--log-file --backup-dir',
      plain: '-e -f -T --rsh --exclude --include --filter',
    },
  ],
  ['scp', { operands: 'copy', reads: '-i -F', plain: '-P -o -c -l -J' }],
  ['mv rename', { operands: 'move', writes: '-t --target-directory', plain: '-S --suffix' }],
  ['ln link', { operands: 'copy', writes: '-t --target-directory', plain: '-S --suffix' }],
  ['chmod chown chgrp chattr', { operands: 'write', skip: 1, skipped: '--reference', reads: '--reference' }],
  ['setfacl', { operands: 'write', plain: '-m -x --modify --remove --set', reads: '-M -X --restore' }],
  [
    'cat tac nl rev less more most bat batcat wc od hexdump strings base64 base32 md5sum sha1sum sha256sum sha512sum cksum sum b2sum file stat ls dir vdir exa eza tree du readlink realpath view zcat zless bzcat xzcat cut paste join fold fmt expand column cmp comm diff diff3 sdiff colordiff delta getfacl lsattr',
    // Their short options differ. Mistaking a value for a file is harmless; mistaking a file for a value would not be.
    { operands: 'read', plain: '--delimiter --fields --max-depth' },
  ],
  ['head tail', { operands: 'read', plain: '-n -c -s --lines --bytes' }],
  ['xxd', { operands: 'copy', plain: '-c -g -l -n -o -s' }],
  ['uniq', { operands: 'copy', plain: '-f -s -w' }],
  [
    'grep egrep fgrep zgrep rgrep ugrep',
    {
      operands: 'read',
      skip: 1,
      skipped: '-e -f --regexp --file',
      reads: '-f --file',
      plain: '-e -m -A -B -C -d -D --regexp --include --exclude --exclude-dir --max-count --context',
    },
  ],
  [
    'rg ag ack',
    {
      operands: 'read',
      skip: 1,
      skipped: '-e -f --regexp --file --files',
      reads: '-f --file',
      plain:
        '-e -m -A -B -C -E -g -G -j -M -r -t -T -d --regexp --glob --iglob --type --max-count --max-depth --context',
    },
  ],
  [
    'sed gsed',
    {
      operands: 'read',
      skip: 1,
      skipped: '-e -f --expression --file',
      reads: '-f --file',
      plain: '-l',
      inPlace: '-i --in-place',
      language: 'sed',
      code: '-e --expression',
    },
  ],
  [
    'awk gawk mawk nawk',
    {
      operands: 'read',
      skip: 1,
      skipped: '-f --file',
      reads: '-f --file',
      plain: '-v -F --assign --field-separator',
      inPlace: '-i',
      language: 'awk',
    },
  ],
  [
    'jq yq',
    {
      operands: 'read',
      skip: 1,
      skipped: '-f --from-file',
      reads: '-f --from-file',
      plain: '--arg --argjson --indent',
      inPlace: '-i --in-place',
    },
  ],
  [
    'sort',
    { operands: 'read', reads: '--files0-from --random-source', writes: '-o --output', plain: '-k -t -S -T --key' },
  ],
  ['split csplit', { operands: 'copy', plain: '-a -b -l -n -C' }],
  [
    'tar bsdtar',
    {
      operands: 'read',
      reads: '-X -T --exclude-from --files-from',
      writes: '-C --directory',
      plain: '-f --file --exclude --transform --strip-components',
    },
  ],
  ['unzip', { operands: 'script', writes: '-d', plain: '-P -x' }],
  ['zip 7z 7za', { operands: 'write', plain: '-x -i' }],
  ['gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd', { operands: 'write', writes: '-o', plain: '-S -T' }],
  [
    'curl',
    {
      operands: 'nothing',
      reads: '-T -K -b -E --upload-file --config --cookie --cert --key --cacert',
      writes: '-o -D -c --output --dump-header --cookie-jar --output-dir --trace --trace-ascii --stderr',
      plain:
        '-X -H -d -F -u -A -e -m -x -w --data --data-raw --data-binary --data-urlencode --form --header --request --url --json',
    },
  ],
  [
    'wget',
    {
      operands: 'nothing',
      reads: '-i --input-file --post-file --body-file --load-cookies',
      writes: '-O -P -o -a --output-document --directory-prefix --output-file --save-cookies',
      plain: '-U -t -T --header --user-agent',
    },
  ],
  [
    'patch',
    { operands: 'write', reads: '-i --input', writes: '-o -r -d --output --directory', plain: '-p -F -B -z --strip' },
  ],
  [
    'ed ex vi vim nvim nano pico emacs emacsclient micro kak helix hx joe code cursor subl gedit',
    { operands: 'write', reads: '-S -u', plain: '-c --cmd --eval' },
  ],
  ['openssl', { operands: 'mentioned', reads: '-in -inkey -key -CAfile -passin', writes: '-out -keyout' }],
  ['ssh-keygen', { operands: 'mentioned', writes: '-f', plain: '-t -b -C -N -P' }],
  ['gpg gpg2', { operands: 'read', writes: '-o --output', plain: '-r -u --recipient' }],
  ['source .', { operands: 'script' }],
  [
    'sh bash dash zsh ksh mksh ash rbash fish',
    { operands: 'script', reads: '--rcfile --init-file', plain: '-c -o -O' },
  ],
  [
    'node nodejs',
    {
      operands: 'script',
      reads: '-r --require --import --loader --env-file',
      plain: '-C',
      language: 'javascript',
      code: '-e -p -pe --eval --print',
    },
  ],
  [
    'bun deno tsx ts-node',
    { operands: 'script', reads: '-r --require', language: 'javascript', code: '-e -p --eval --print' },
  ],
  ['python pypy ipython', { operands: 'script', plain: '-m -W -X', language: 'python', code: '-c' }],
  ['perl', { operands: 'script', plain: '-I -M', inPlace: '-i', language: 'perl', code: '-e -E' }],
  ['ruby', { operands: 'script', plain: '-I -r', inPlace: '-i', language: 'ruby', code: '-e' }],
  ['php', { operands: 'script', reads: '-f -c', plain: '-d', language: 'php', code: '-r' }],
  ['lua luajit', { operands: 'script', plain: '-l', language: 'lua', code: '-e' }],
  ['Rscript R', { operands: 'script', language: 'r', code: '-e' }],
  ['osascript', { operands: 'script', language: 'applescript', code: '-e' }],
  [
    'echo printf true false : export declare typeset local readonly unset set shift read getopts exit return break continue wait kill sleep jobs alias unalias type which command builtin exec eval trap sudo doas env nohup time timeout gtimeout nice ionice chrt taskset stdbuf setsid unbuffer caffeinate busybox toybox watch parallel strace ltrace date whoami id uname hostname pwd seq yes',
    { operands: 'nothing' },
  ],
  ['xargs', { operands: 'nothing', reads: '-a --arg-file', plain: '-I -n -P -L -d -E -s' }],
]

let byName: Map<string, Program> | undefined

/** Returns the table entry for a program name, or null. A trailing version, `python3.12`, is ignored. */
export function programNamed(name: string): Program | null {
  byName ??= new Map(TABLE.flatMap(([names, program]) => names.split(' ').map((one) => [one, program] as const)))
  return byName.get(name) ?? byName.get(name.replace(/(?<![\d.])[\d.]+$/, '')) ?? null
}
