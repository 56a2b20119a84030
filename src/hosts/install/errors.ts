/** Every error code for installing and uninstalling; docs/errors.md says what to do. */
export const INSTALL_ERRORS = {
  HOST_ABSENT: 'no agent program was found',
  SCOPE_UNKNOWN: 'the host has no settings for that scope',
  SETTINGS_BROKEN: 'settings that are not valid JSON',
  SETTINGS_SHAPE: 'settings whose hooks are not in the format that the host reads',
  SETTINGS_READ_ONLY: 'read-only settings',
  SETTINGS_UNUSABLE: 'settings that cannot be read or replaced',
  SETTINGS_CHANGED: 'settings that changed during the update',
  HOOKS_LEFT: 'hooks that could not be removed; all others were',
  BACKUP_DAMAGED: 'a damaged backup of settings',
  PROGRAM_INCOMPLETE: 'a package without the program that hosts start',
} as const

export type InstallErrorCode = keyof typeof INSTALL_ERRORS

/** Thrown if hooks cannot be installed or removed. The file in the message was not changed. */
export class InstallError extends Error {
  readonly code: InstallErrorCode

  constructor(code: InstallErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
