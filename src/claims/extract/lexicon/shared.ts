import { englishWords } from './en.ts'
import { inOrder } from './in-order.ts'
import type { Language } from './lexicon.ts'

const { done, fixed, shipped, live, passed, checked, works, test, problem, request, place } = englishWords

/** English words that people use whatever language they write, and only those: the small words would mislead. */
export const loanwords: Language = {
  name: 'loanwords',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: '',
  entries: () => inOrder({ done, fixed, shipped, live, passed, checked, works, test, problem, request, place }),
}

/** Signs that say the same in every language. */
export const signs: Language = {
  name: 'signs',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: '',
  entries: () =>
    inOrder({
      verdict: '✅ ✔ ☑ 💯 🏁 🟢 👌 ✓ 🆗',
      cheer: '🎉 🚀 👍 🥳 🙌 🎊 🏆 🍾 ✨',
      fixed: '🐛➡🪦 🐛➡✅ 🐛🔫 🐞➡✅ 🐞🔫 🐛🪦 🐞🪦 🪲🪦 🐛💀 🐞💀 🐛❌ 🐛🔨',
      shipped: '🚢 📦🚀 📦➡🌍 🚀🌍 📦🌍 🚢✅',
      and: ', & + / 、',
      not: '❌ ✗ ✘ ✖ 🔴 🚫 🛑 ☒',
      percent: '%',
      part: '⚠ 🟡 🚧 ⏳ 🔄 ☐ ⬜',
    }),
}
