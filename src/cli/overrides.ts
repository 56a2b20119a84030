/** The stream that tells what people let pass. */
export const OVERRIDES_STREAM = 'admin/overrides'
