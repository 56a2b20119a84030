import { describe, expect, it } from 'vitest'
import { runsOf } from '../../test/helpers/shell.ts'
import { touchesOf } from './files.ts'
import { type PathWorld, pathsOf, type Relation, relationTo } from './paths.ts'

const WORLD: PathWorld = { home: '/home/me', start: '/project', variables: { STATE: '/home/me/state' } }
const TARGET = '/home/me/state'

/** The closest relation of any file in a text to the target. */
function relation(text: string): string {
  const relations = runsOf(text)
    .flatMap((run) =>
      touchesOf(run).flatMap((touch) => (touch.kind === 'inline-code' ? [] : pathsOf(touch.path, run.cwds, WORLD))),
    )
    .map((path) => shownRelation(relationTo(path, TARGET)))
  return ['same', 'inside', 'around', 'same?', 'inside?', 'around?'].find((one) => relations.includes(one)) ?? 'apart'
}

const shownRelation = (one: Relation): string =>
  one.kind === 'apart' ? 'apart' : `${one.kind}${one.certain ? '' : '?'}`

describe('a path', () => {
  it.each([
    ['cat /home/me/state', 'same'],
    ['cat ~/state', 'same'],
    ['cat "$HOME/state"', 'same'],
    ['cat $STATE', 'same'],
    ['cat ~/state/', 'same'],
    ['cat //home//me/./state', 'same'],
    ['cat ../home/me/x/../state', 'same'],
    ['cd ~ && cat state', 'same'],
    ['cd ~; cd state; cat .', 'same'],
    ['cd /nowhere; cat ../home/me/state', 'same'],
    ['cat ~/state/keys/a', 'inside'],
    ['cat ${STATE}/keys/a', 'inside'],
    ['cd ~/state/keys && cat a', 'inside'],
    ['cd /home; cat me/state/a', 'inside'],
    ['F=state; false && F=x; cat ~/$F/a', 'inside'],
    ['for f in x state; do cat ~/$f; done', 'same'],
    ['rm -rf ~', 'around'],
    ['rm -rf /', 'around'],
    ['cd ~ && rm -rf ..', 'around'],
    ['cat ~/st*', 'same?'],
    ['cat ~/st?te', 'same?'],
    ['cat ~/[rs]tate/a', 'inside?'],
    ['cat /*/me/state', 'same?'],
    ['cat ~/$X/keys', 'inside?'],
    ['cat $X', 'same?'],
    ['cat $X/../state', 'same?'],
    ['cat $(a)/keys', 'inside?'],
    ['find ~/state -exec cat {} +', 'same'],
    ['cat ~/stat', 'apart'],
    ['cat ~/states', 'apart'],
    ['cat ~/*.txt', 'apart'],
    ['cat state', 'apart'],
    ['cat ~/state/../other', 'apart'],
    ['cat /var/$X/y', 'apart'],
  ])('is compared with a target as far as it is known: %s', (text, expected) => {
    expect(relation(text)).toBe(expected)
  })

  it('is vague if the word itself says nothing about the name', () => {
    const vague = (text: string) =>
      runsOf(text).flatMap((run) => run.args.flatMap((arg) => pathsOf(arg, run.cwds, WORLD).map((path) => path.vague)))
    expect(vague('cat $X $(a | b) *')).toEqual([true, true, true])
    expect(vague('cat $X/y ~ a*')).toEqual([false, false, false])
  })

  it('has a text if all of it is known, and none if the world is unknown', () => {
    const [run] = runsOf('cat a ~/b $X')
    const texts = (world: PathWorld) =>
      run?.args.flatMap((arg) => pathsOf(arg, run.cwds, world).map((path) => path.text))
    expect(texts(WORLD)).toEqual(['/project/a', '/home/me/b', null])
    expect(texts({ home: null, start: null, variables: {} })).toEqual([null, null, null])
  })

  it('is compared quickly even with many globs', () => {
    expect(relation(`cat ~/${'*a'.repeat(1500)}`)).toBe('apart')
  })
})
