import { englishWords } from './en.ts'
import { inOrder } from './in-order.ts'
import type { Language } from './lexicon.ts'

const { done, fixed, shipped, committed, live, passed, checked, works, test, problem, request, place, remote } =
  englishWords

/** English words that people use in any language. Small words are left out because they would mislead. */
export const loanwords: Language = {
  name: 'loanwords',
  order: 'fixed',
  takesBack: 'before',
  negates: 'before',
  marks: '',
  entries: () =>
    inOrder({ done, fixed, shipped, committed, live, passed, checked, works, test, problem, request, place, remote }),
}

/** Signs with the same meaning in every language. */
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
