/** What people wrote, as bytes: the policy file, and the contract file where one stands beside it. */
export type Source = { policy: Uint8Array; contract: Uint8Array | null }

/**
 * Both files as one: what is hashed, signed and kept. Neither may hold a second document of its own, so no other pair of
 * files that can be approved reads the same.
 */
export const sourceBytes = ({ policy, contract }: Source): Uint8Array =>
  contract === null ? policy : Buffer.concat([policy, Buffer.from('\n---\n'), contract])
