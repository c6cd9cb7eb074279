import {
  CorrectableDomains,
  type Correction,
  CorrectionStore,
  Corrections,
  type NewCorrection
} from "@daybook/core/corrections"
import { listeningRules } from "@daybook/core/listening"
import { BadInput, Transaction } from "@daybook/core/shared"
import { Effect, Layer } from "effect"

/** Corrections in memory. Three artists exist, and applying a correction moves the twelve plays of one. */
export const corrections = (now: () => number) => {
  let all: ReadonlyArray<Correction> = []
  let newest = 0
  const store = Layer.succeed(CorrectionStore, {
    all: Effect.sync(() => all),
    lock: () => Effect.void,
    add: (correction) =>
      Effect.sync(() => {
        newest += 1
        const added = { ...correction, id: newest, createdAt: now() }
        all = [...all, added]
        return added
      }),
    remove: (id) => Effect.sync(() => void (all = all.filter((one) => one.id !== id)))
  })
  const artists = ["Velmora Tide", "Velmora Tyde", "Kerrim"]
  const size = Effect.sync(() => ({ artists: artists.length - (all.length > 0 ? 1 : 0), plays: 435 }))
  /** The plays of Kerrim are many: three pages of them wait. */
  let waiting = 0
  const applied = { affected: 12, touched: [{ type: "artist" as const, id: 42 }] }
  const pages = {
    begin: (concerned: ReadonlyArray<NewCorrection>) =>
      Effect.sync(() => {
        if (concerned.every(({ subject }) => subject["artist"] !== "Kerrim")) return { ...applied, waiting: 0 }
        waiting = 3
        return { affected: 0, touched: [], waiting: 30_000 }
      }),
    next: Effect.sync(() => {
      if (waiting === 0) return null
      waiting -= 1
      return { ...applied, progress: { done: (3 - waiting) * 10_000, total: 30_000 } }
    }),
    areWaiting: Effect.sync(() => waiting > 0)
  }
  const listening = {
    rules: listeningRules,
    check: ({ subject }: { readonly subject: Correction["subject"] }) =>
      artists.includes(subject["artist"]!)
        ? Effect.void
        : new BadInput({ message: "subject names nothing that exists" }),
    apply: () => Effect.succeed(applied),
    pages,
    size,
    summaries: () =>
      Effect.sync(() => [
        { type: "artist" as const, id: 42, name: "Velmora Tide", of: null, count: all.length > 0 ? 435 : 423 }
      ]),
    suggestions: () =>
      Effect.succeed([
        {
          type: "artist",
          subject: { key: { artist: "Velmora Tyde" }, count: 12, firstAt: 1_700_000_000_000 },
          object: { key: { artist: "Velmora Tide" }, count: 423, firstAt: null },
          why: "The names differ in one letter."
        }
      ]),
    completeCounts: Effect.void
  }
  /** Removes again what a dry run stored. */
  const transaction = Layer.succeed(Transaction, {
    run: (work) => work,
    dryRun: (work) => {
      const before = all
      return Effect.ensuring(
        work,
        Effect.sync(() => void (all = before))
      )
    }
  })
  return Corrections.Default.pipe(Layer.provide([store, Layer.succeed(CorrectableDomains, [listening]), transaction]))
}
