import { describe, expect, it } from 'vitest'
import { runsOf, shownTouch } from '../../test/helpers/shell.ts'
import { touchesOf } from './files.ts'

const touched = (text: string): string[] => runsOf(text).flatMap(touchesOf).map(shownTouch)

describe('the files of a command', () => {
  it.each([
    ['a < r > w', ['mentioned', 'read r', 'write w']],
    ['tee -a x y', ['write x', 'write y']],
    ['cp -r a b c', ['read a', 'read b', 'write c']],
    ['cp -t d a b', ['write d', 'read a', 'read b']],
    ['mv a b', ['read a', 'write a', 'write b']],
    ['ln -s a b', ['read a', 'write b']],
    ['rm -rf a', ['write a']],
    ['mkdir -p -m 700 a', ['write a']],
    ['touch a && truncate -s 0 b', ['write a', 'write b']],
    ['dd if=a of=b bs=1', ['read a', 'write b']],
    ["sed -n 's/x/y/p' a", ['sed: s/x/y/p', 'read a']],
    ["sed -i -e 's/x/y/' a", ['sed: s/x/y/', 'read a', 'write a']],
    ["sed -i.bak 's/x/y/' a", ['sed: s/x/y/', 'read a', 'write a']],
    ["perl -pi -e 's/x/y/' a", ['perl: s/x/y/', 'read a', 'write a']],
    ['install -m 755 a b', ['read a', 'write b']],
    ['rsync -a --exclude x a b', ['read a', 'write b']],
    ['chmod 600 a; chown me b', ['write a', 'write b']],
    ['cat a b; head -n 3 c; tail -f d; less e', ['read a', 'read b', 'read c', 'read d', 'read e']],
    ['grep -r x a; grep -e x a; grep -f p a', ['read a', 'read a', 'read p', 'read a']],
    ["awk -F: '{print}' a", ['awk: {print}', 'read a']],
    ['sort a -o b', ['write b', 'read a']],
    ['sort -ob a', ['write b', 'read a']],
    ['sort --output=b a', ['write b', 'read a']],
    ['curl -sSo a http://h/x', ['write a']],
    ['curl -O http://h/x.tgz', ['write x.tgz']],
    ['curl -d @a -F f=@b file:///c', ['read a', 'read b', 'read /c']],
    ['wget -O a http://h', ['write a']],
    ['tar xzf a -C b c', ['read a', 'write b', 'write c']],
    ['tar -czf a b', ['write a', 'read b']],
    ['unzip a -d b', ['read a', 'mentioned -d', 'mentioned b']],
    ['unzip -d b a', ['write b', 'read a']],
    ['patch -p1 -i a', ['read a']],
    ['vim -es -c wq a', ['write a']],
    ['find a -delete', ['write a']],
    ['git apply a', ['read a']],
    ['git checkout main -- a', ['mentioned main', 'write a']],
    ['git restore a; git rm b; git mv c d', ['write a', 'write b', 'read c', 'write c', 'write d']],
    ['git -C d rm a', ['mentioned d', 'write d/a']],
    ['git -c core.hooksPath=h commit -F m', ['mentioned h', 'read m']],
    ['git config core.hooksPath h', ['write .git/config', 'mentioned h']],
    ['git config --global x y', ['write <~>/.gitconfig', 'mentioned y']],
    ['git config -f a x y; git config --get x', ['write a', 'mentioned y', 'read .git/config']],
    ["node -e 'x' a", ['javascript: x', 'mentioned a']],
    ["python3.12 -c 'x'", ['python: x']],
    ["ruby -e 'x'; perl -e 'y'", ['ruby: x', 'perl: y']],
    ['python - <<E\nx\nE', ['read -', 'python: x\n']],
    ['node a.js b', ['read a.js', 'mentioned b']],
    ['bash a.sh; . b', ['read a.sh', 'read b']],
    ['make -C d x=y', ['mentioned -C', 'mentioned d', 'mentioned x=y', 'mentioned y']],
    ['echo a; printf b', []],
    ['sudo tee a', ['write a']],
  ])('are read, written or mentioned: %s', (text, touches) => {
    expect(touched(text)).toEqual(touches.filter((one) => one !== 'mentioned'))
  })

  it.each([
    ['a > x', ['write x']],
    ['a >> x', ['write x']],
    ['a >| x', ['write x']],
    ['a 2> x', ['write x']],
    ['a &> x', ['write x']],
    ['a &>> x', ['write x']],
    ['a >& x', ['write x']],
    ['a 2>&1', []],
    ['a >&-', []],
    ['a <&3', []],
    ['a < x', ['read x']],
    ['a <> x', ['read x', 'write x']],
    ['a <<< x', []],
    ['a <<E\nx\nE', []],
    ['> x', ['write x']],
    ['while a; do b; done > x', ['write x']],
    ['{fd}> x', ['write x']],
  ])('are those of its redirections: %s', (text, touches) => {
    expect(touched(text)).toEqual(touches)
  })

  it('keep the known part of a name', () => {
    expect(touched('rm ~/k/*.key "$D"/x')).toEqual(['write <~>/k/<*>.key', 'write <$D>/x'])
  })
})
