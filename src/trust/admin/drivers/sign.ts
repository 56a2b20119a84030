import { signBytes } from '../../../policy/signature.ts'
import { type Order, type Proposal, type SignedCommand, signedBytes } from '../command.ts'
import type { KeyPair } from './key-file.ts'

/** Signs a proposal. The signature is good for a short time from `issuedAt` on. */
export function signCommand(proposal: Proposal, { id, privateKey }: KeyPair, issuedAt: string): SignedCommand {
  const order: Order = { ...proposal, issuedAt, key: id }
  return { ...order, signature: signBytes(signedBytes(order), privateKey) }
}
