import manifest from '../../package.json' with { type: 'json' }

/** The version of the package this was built from. */
export const VERSION: string = manifest.version
