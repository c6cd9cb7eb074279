import type { SellerId } from "../../mentions/sellers.js"
import type { Mail } from "../mail/Mail.js"
import type { Draft } from "../reading/Draft.js"

/** How one seller's confirmations are laid out, in lines of text. The order is read alike for all. */
export interface Vendor {
  readonly id: SellerId
  /** Null for a mail that is laid out otherwise. */
  readonly read: (mail: Mail) => Draft | null
}
