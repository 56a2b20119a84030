/** The bytes that people wrote: the policy file, and the contract file if there is one. */
export type Source = { policy: Uint8Array; contract: Uint8Array | null }

/**
 * Joins both files into the bytes that are hashed, signed and kept. Neither file may contain a second YAML document, so no
 * other pair of valid files gives the same bytes.
 */
export const sourceBytes = ({ policy, contract }: Source): Uint8Array =>
  contract === null ? policy : Buffer.concat([policy, Buffer.from('\n---\n'), contract])
