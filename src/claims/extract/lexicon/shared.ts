import { english } from './en.ts'
import type { Language } from './lexicon.ts'

const { done, fixed, shipped, live, passed, checked, works, test, problem, request, place } = english.words

/** English words that people use whatever language they write, and only those: the small words would mislead. */
export const loanwords: Language = {
  name: 'loanwords',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: '',
  words: {
    ...Object.fromEntries(
      Object.entries({ done, fixed, shipped, live, passed, checked, works, test, problem, request, place }).filter(
        ([, words]) => words !== undefined,
      ),
    ),
  },
}

/** Signs that say the same in every language. */
export const signs: Language = {
  name: 'signs',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: '',
  words: {
    verdict: '✅ ✔ ☑ 💯 🏁 🟢 👌 ✓ 🆗',
    cheer: '🎉 🚀 👍 🥳 🙌 🎊 🏆 🍾 ✨',
    fixed: '🐛➡🪦 🐛➡✅ 🐛🔫 🐞➡✅ 🐞🔫 🐛🪦 🐞🪦 🪲🪦 🐛💀 🐞💀 🐛❌ 🐛🔨',
    shipped: '🚢 📦🚀 📦➡🌍 🚀🌍 📦🌍 🚢✅',
    and: ', & + / 、',
    not: '❌ ✗ ✘ ✖ 🔴 🚫 🛑 ☒',
    percent: '%',
    part: '⚠ 🟡 🚧 ⏳ 🔄 ☐ ⬜',
  },
}
