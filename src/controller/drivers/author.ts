/** The `created_by` of every artifact: agents propose, only the harness writes. */
export const AUTHOR = 'bailiff'
