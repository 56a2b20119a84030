import type { Cases } from './cases.ts'

/** Cases about form, scope and changes. */
export const CHANGES: Cases = {
  COMMAND_UNREADABLE: {
    found: ['echo "half', 'if true; then', 'cat <<'],
    hidden: ['git status; echo $(', "ls 'x"],
    ordinary: ['echo "half"', 'if true; then ls; fi', "cat <<'E'\nx\nE"],
  },
  WRITTEN_OUTSIDE: {
    found: [
      'echo x > /opt/tool/config',
      'cp a.txt ~/other/',
      'mkdir -p /srv/app',
      'tee /usr/local/bin/x < y',
      'touch ../sibling/x',
    ],
    hidden: [
      'cd / && echo x > opt/a',
      'D=/opt; echo x > "$D/a"',
      "bash -c 'echo x > /opt/a'",
      'sudo tee /opt/a <<< x',
      'cat x | env A=1 tee /opt/a',
      'ls | xargs -I{} cp {} /opt/',
      'f() { touch /opt/$1; }; f a',
      `python3 -c "open('/opt/a', 'w').write('x')"`,
    ],
    ordinary: [
      'echo x > notes.txt',
      'mkdir -p src/new && touch src/new/a.ts',
      'npm test > /tmp/out.log 2>&1',
      'cp a b',
      'echo x > /dev/null',
      'cat /etc/hosts',
      'mv build/a /tmp/',
      `python3 -c "print(open('/etc/hostname').read())"`,
      'mktemp -d /tmp/x.XXXX',
    ],
  },
  FILE_PROTECTED: {
    found: [
      'echo x >> package-lock.json',
      'sed -i s/a/b/ .github/workflows/ci.yml',
      'rm yarn.lock',
      'cp x Jenkinsfile',
    ],
    hidden: ["sh -c 'echo > Cargo.lock'", 'cd .github && cd workflows && echo x > ci.yml', 'F=go.sum; : > $F'],
    ordinary: [
      'npm ci',
      'npm install left-pad',
      'cat package-lock.json',
      'git add yarn.lock',
      'grep -r x .github/workflows',
    ],
  },
  FILE_BINARY: {
    found: ['curl -sSo tool.exe https://example.org/tool.exe', 'cp /usr/lib/libx.so src/', 'cat a b > lib/x.jar'],
    hidden: ["bash -c 'cp /bin/true vendor/true.bin'"],
    ordinary: ['gcc -o build/x.o x.c', 'cp logo.png public/', 'javac -d target/classes A.java', 'rm old.exe'],
  },
}
