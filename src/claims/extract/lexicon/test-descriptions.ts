import { words } from '../../../ledger/lazy.ts'

/** Words around the word "test", most of them English, that describe no single test. */

export const ARTICLES = words('the a an this that these those my our your its their new old')
export const PREPOSITIONS = words('for of in on with against around from about covering')
export const ADJECTIVES = words(
  `unit failing failed broken red new old existing remaining other whole full entire automated regression affected related same last first
  second final flaky python node npm jest vitest pytest mocha go cargo rust javascript typescript js ts local project's current original own
  test single`,
)

/** Articles, pronouns, auxiliaries, numerals, and nouns that every project has. */
export const SMALL_WORDS = words(
  `the a an this that these those my our your its their some any all each every both no none not of to and or but i we it they them is are was were be been
  has have had do does did can could cannot couldn't didn't haven't can't one two three four five six seven eight nine ten several many few
  most more another which what run runs ran rerun re-run execute get make see let for in on at with without by from as so than then yet
  still only just even also now here there today time lack reasons want ci repo repository project suite machine sandbox environment
  die der das den dem ein eine einen le la les un une des du ces el los las una unos unas il gli o os as um uma file files folder directory
  package workspace branch place terminal shell session turn tree module check checks result results again fails fail`,
)

/** Words in the names of tests and their files that identify none of them. */
export const GENERIC_WORDS = words(
  'test tests spec specs src lib the and should for with that are not its mjs cjs tsx jsx json suite unit',
)
