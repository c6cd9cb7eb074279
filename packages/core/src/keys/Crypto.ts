import { Context, type Effect } from "effect"

/** What the platform's cryptography gives. */
export class Crypto extends Context.Tag("@daybook/core/Crypto")<Crypto, {
  /** SHA-256 of a text in UTF-8, hex. */
  readonly sha256: (text: string) => string
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (count: number) => Effect.Effect<Uint8Array>
}>() {}
