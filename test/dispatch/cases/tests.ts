import type { Cases } from './cases.ts'

/** Cases about tests and secrets. */
export const TESTS: Cases = {
  TESTS_DELETED: {
    found: [
      'rm src/parse.test.ts',
      'git rm tests/test_login.py',
      'rm -rf tests',
      'unlink spec/user_spec.rb',
      'rm internal/x_test.go',
    ],
    hidden: [
      "bash -c 'rm src/parse.test.ts'",
      'cd src && rm -f parse.test.ts',
      'T=test; rm src/a.$T.ts',
      'echo src/a.test.ts | xargs rm',
      'sudo rm "src/a".test.ts',
      'find src -name "*.test.ts" -exec rm src/a.test.ts \\;',
    ],
    ordinary: [
      'rm src/parse.ts',
      'npx vitest run src/parse.test.ts',
      'rm -rf node_modules/x/test',
      'git mv a.test.ts b.test.ts',
      'rm latest.log',
    ],
  },
  ASSERTIONS_REMOVED: {
    found: ["sed -i '/expect(/d' src/a.test.ts", "perl -pi -e 's/assert.*//' tests/test_a.py"],
    hidden: ['sh -c "sed -i \'/assert/d\' tests/test_a.py"', "env X=1 sed -i.bak '/expect/d' src/a.test.ts"],
    ordinary: ["sed -i 's/foo/bar/' src/a.test.ts", "sed -n '/expect/p' src/a.test.ts", 'grep -c expect src/a.test.ts'],
  },
  CHECKS_BYPASSED: {
    found: [
      'git commit --no-verify -m x',
      'git commit -nm x',
      'git push --no-verify',
      'HUSKY=0 git commit -m x',
      'git config core.hooksPath /dev/null',
    ],
    hidden: [
      "bash -c 'git commit -m x --no-verify'",
      'git -C sub commit --no-verify -am x',
      'env HUSKY=0 git push',
      'O=--no-verify; git commit $O -m x',
    ],
    ordinary: [
      'git commit -m "-n is an option"',
      'git commit -am "Skip nothing"',
      'git push -u origin main',
      'git log -n 3',
    ],
  },
  CREDENTIALS_READ: {
    found: [
      'cat ~/.ssh/id_ed25519',
      'cp ~/.aws/credentials /tmp/',
      'head /etc/shadow',
      'gh auth token',
      'security find-generic-password -w x',
      'tar cf /tmp/k.tar ~/.gnupg',
    ],
    hidden: [
      'cd ~/.ssh && cat id_rsa',
      "sudo sh -c 'cat /etc/shadow'",
      'cat ~/.aws/cred"entials"',
      'X=$HOME/.netrc; base64 < $X',
      'find / -name id_rsa',
      'cat /proc/self/environ',
    ],
    ordinary: [
      'cat ~/.ssh/config',
      'cat ~/.ssh/id_ed25519.pub',
      'ssh -i ~/.ssh/id_rsa host',
      'cat .env.example',
      'gh auth status',
      'find . -name "*.pem"',
    ],
  },
}
