import { describe, expect, it } from 'vitest'
import { effectsOf, onlyLooks, putsOut } from './effects.ts'
import { readShell } from './read.ts'
import type { Invocation } from './run.ts'

const runsOf = (command: string): Invocation[] => {
  const reading = readShell(command)
  if (reading.kind !== 'read') throw new Error(command)
  return reading.runs
}

describe('the effects of a command', () => {
  it.each([
    ['ls -la src', true],
    ['git status && git log --oneline | head', true],
    ['grep -rn foo . | sort | uniq -c', true],
    ['bailiff validate tests_pass', true],
    ['bailiff validate done > log', false],
    ['bailiff run task.yaml -- agent', false],
    ['bailiff export file', false],
    ['cat a > b', false],
    ['echo working > /dev/null; true', true],
    ['npm test > /dev/null', false],
    ['sed -i s/a/b/ file', false],
    ['git commit -m x', false],
    ['git branch -a; git tag --list v*; git remote -v; git branch --show-current; git reflog', true],
    ['git tag -n5 -l "v*"; git branch --contains HEAD; git remote get-url --push origin; git reflog show main', true],
    ['git branch topic', false],
    ['git branch -v -D topic', false],
    ['git branch -a "$OPTION"', false],
    ['git tag -l -d v1', false],
    ['git remote -v update', false],
    ['git branch -D topic', false],
    ['git tag v1', false],
    ['git remote add origin url', false],
    ['git reflog expire --all', false],
    ["sed -n '1,5p' a", true],
    ["sed -n '/from/,/to/p; $p' a", true],
    ["sed -e 's/a/b/g' -e '2d' a", true],
    ["sed -n 'w b' a", false],
    ["sed 's/a/b/w b' a", false],
    ["sed '1e touch b' a", false],
    ["sed 's/.*/touch b/e' a", false],
    ['sed -f code.sed a', false],
    ['sed "$CODE" a', false],
    ['GIT_EXTERNAL_DIFF=./w git diff', false],
    ['GIT_PAGER=cat git log', true],
    ['PATH=./bin:$PATH ls', false],
    ['export PATH=./bin; ls', false],
    ['LC_ALL=C sort a', true],
    ['git -c diff.external=./w diff', false],
    ['git -c color.ui=never log', true],
    ['git grep -O./w add', false],
    ['git grep -n add', true],
    ['git log -p --ext-diff', false],
    ['../ls', false],
    ['/bin/ls', true],
    ['sort --outp=b a', false],
    ['rg --pre ./w add', false],
    ['timeout 5 ls', true],
    ['timeout 5 touch a', false],
    ['npm run generate', false],
    ['find . -name x -delete', false],
    ['$PROGRAM', false],
    ['bash -c "echo a; touch b"', false],
  ])('%s only reads: %s', (command, expected) => {
    expect(runsOf(command).every(onlyLooks)).toBe(expected)
  })

  it.each([
    ['git -C sub push origin main', true],
    ['cd app && npm publish --tag next', true],
    ['kubectl -n prod apply -f x.yaml', true],
    ['kubectl apply -f x.yaml', true],
    ['gh pr create --fill', true],
    ['gh pr list', false],
    ['git pull', false],
    ['echo git push', false],
    ['env A=1 sh -c "docker push me/it"', true],
  ])('%s publishes something: %s', (command, expected) => {
    expect(runsOf(command).some(putsOut)).toBe(expected)
  })

  it.each([
    ['npm test', false],
    ['npm run test:unit 2>&1 | tail -20', false],
    ['cd app && CI=1 pnpm -r test', false],
    ['node --test test/', false],
    ['python3 -m pytest -q', false],
    ['timeout 60 cargo test; echo $?', false],
    ['time ./gradlew test', false],
    ['make check', false],
    ['ls -la', false],
    ['npm run build && npm test', true],
    ['npm install jest', true],
    ['node --test > results.txt', true],
    ['sed -i s/a/b/ a.test.js && npm test', true],
    ['git commit -m "npm test"', true],
    ['echo "$(touch a)" && npm test', true],
    ['npm test -- "$(rm -r data)"', true],
    ['make', true],
  ])('%s does more than look and run tests: %s', (command, expected) => {
    expect(effectsOf(command, '/w')?.acted).toBe(expected)
  })

  it.each([
    ['git -C sub -c user.name=a commit -qm x', true],
    ['cd sub && git pull --rebase', true],
    ['sh -c "git merge topic"', true],
    ['echo git commit', false],
    ['git log --grep commit', false],
    ['git checkout merge', false],
    ['git commit-tree HEAD^{tree}', false],
  ])('%s creates commits: %s', (command, expected) => {
    expect(effectsOf(command, '/w')?.committed).toBe(expected)
  })
})
