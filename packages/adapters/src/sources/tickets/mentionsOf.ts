import type { Mention } from "@daybook/core/attending"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { passOf } from "./mail/passOf.js"

/** Brings large libraries along, for which only those wait who get mails. */
const reader = Effect.promise(async () => ({ ...await import("./mail/readMail.js"), ...await import("./reading/read.js") }))

/** What a raw message says of events, wherever it came from. `senders` are sellers besides the known ones. */
export const mentionsOf = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Effect.Effect<ReadonlyArray<Mention>> => read(raw, false, senders)

/** The same for one that somebody handed in by itself: what nobody understands in it is kept for review. */
export const handedIn = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Effect.Effect<ReadonlyArray<Mention>> => read(raw, true, senders)

const read = (raw: Uint8Array, isHandedIn: boolean, senders: ReadonlyArray<string>) =>
  Effect.flatMap(reader, ({ readMail, readTickets }) => Effect.map(Effect.promise(() => readMail(raw)), (mail) => readTickets(mail, isHandedIn, senders)))

/** What a pass for a wallet says; nothing where it is no ticket. */
export const mentionsOfPass = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>> =>
  Effect.map(reader, ({ readPass }) => readPass(passOf(raw), createHash("sha256").update(raw).digest("hex")))
