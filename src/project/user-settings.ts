import type { Check } from './checks.ts'

/** Settings outside a project that change what its checks run, and the variables that keep them out. Pure. */

/** `files`: where such settings are, below a home. `kept`: what to pin if a check needs them. */
type UserSettings = {
  isUsed(check: Check): boolean
  env: { readonly [name: string]: string }
  files: readonly string[]
  kept: readonly string[]
}

const USER_SETTINGS: readonly UserSettings[] = [
  {
    isUsed: ({ command, pins }) =>
      /^(?:npm|npx|pnpm|yarn)$/.test(command[0] ?? '') || pins.some((pin) => /(?:^|\/)\.npmrc$/.test(pin)),
    // npm refuses to read one file as both.
    env: { npm_config_userconfig: '/dev/null', npm_config_globalconfig: '/dev/null/none' },
    files: ['.npmrc'],
    kept: ['script-shell', 'node-options'].map((key) => `~/.npmrc#/${key}`),
  },
  {
    isUsed: ({ command, runs }) =>
      /\b(?:python[\d.]*|pytest|py\.test|unittest|tox|nox|ruff|flake8|mypy)\b/.test(`${command.join(' ')} ${runs}`),
    env: { PYTHONNOUSERSITE: '1' },
    files: ['.local/lib', 'Library/Python'],
    kept: [],
  },
]

const settingsFor = (check: Check): UserSettings[] => USER_SETTINGS.filter(({ isUsed }) => isUsed(check))

/** The variables with which a check ignores the user's own settings. */
export const withoutUserSettings = (check: Check): { [name: string]: string } =>
  Object.assign({}, ...settingsFor(check).map(({ env }) => env))

/** True if the user has settings that the check may need. `isThere` finds a path below the user's home. */
export const mayNeedUserSettings = (check: Check, isThere: (path: string) => boolean): boolean =>
  settingsFor(check).some(({ files }) => files.some(isThere))

/** The check with the user's settings among its pins, for one that needs them. */
export const withUserSettings = (check: Check): Check => ({
  ...check,
  pins: [...check.pins, ...settingsFor(check).flatMap(({ kept }) => kept)],
})
