import { Context, type Effect, type Option } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"

/** Whose Google account Daybook reads, and what it may read there. */
export interface GoogleAccess {
  /** The account's address; null where neither the mail nor the calendar says it. */
  readonly account: string | null
  /** As Google granted them; empty where it does not say. */
  readonly scopes: ReadonlyArray<string>
}

/** Asks Google while somebody waits. None where no login at Google is set up. */
export class GoogleAccount extends Context.Tag("@daybook/core/attending/GoogleAccount")<GoogleAccount, {
  readonly access: Effect.Effect<Option.Option<GoogleAccess>, SourceFailure>
}>() {}
