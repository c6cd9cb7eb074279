import type { Mention } from "@daybook/core/attending"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { passOf } from "./mail/passOf.js"

/** Brings large libraries along, for which only those wait who get mails. */
const reader = Effect.promise(async () => ({ ...await import("./mail/readMail.js"), ...await import("./reading/read.js") }))

/** What a raw message says of events, whichever road it came by. */
export const mentionsOf = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>> => read(raw, false)

/** The same for one that somebody handed in by itself: it is about an event, whoever sent it. */
export const handedIn = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>> => read(raw, true)

const read = (raw: Uint8Array, isHandedIn: boolean) =>
  Effect.flatMap(reader, ({ readMail, readTickets }) => Effect.map(Effect.promise(() => readMail(raw)), (mail) => readTickets(mail, isHandedIn)))

/** What a pass for a wallet says; nothing where it is no ticket. */
export const mentionsOfPass = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>> =>
  Effect.map(reader, ({ readPass }) => readPass(passOf(raw), createHash("sha256").update(raw).digest("hex")))
