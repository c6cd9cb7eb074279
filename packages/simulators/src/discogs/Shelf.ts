import { Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { PersonRecord, PersonWant } from "../sampleOwner/collecting.js"
import { type Pressing, pressingOf } from "../sampleOwner/pressing.js"
import type { SimulatedClock } from "../shared/Simulator.js"

/** What the owner does to the account on the provider's site. */
export interface ShelfControl {
  /** Oldest addition first. */
  readonly records: Effect.Effect<ReadonlyArray<PersonRecord>>
  readonly wants: Effect.Effect<ReadonlyArray<PersonWant>>
  /** Adds a copy, of something new unless a release of the shelf is named. Answers its instance. */
  readonly addRecord: (of?: { readonly release?: number }) => Effect.Effect<number>
  readonly removeRecord: (instance: number) => Effect.Effect<void>
  readonly editRecord: (
    instance: number,
    edit: Partial<Pick<PersonRecord, "rating" | "note" | "media" | "sleeve">>
  ) => Effect.Effect<void>
  readonly removeWant: (release: number) => Effect.Effect<void>
}

/** The account: the life's records, and what was made of them since. */
export const makeShelf = (sampleOwner: SampleOwner, clock: SimulatedClock) => {
  const added: Array<PersonRecord> = []
  const removed = new Set<number>()
  const unwanted = new Set<number>()
  const edits = new Map<number, Partial<PersonRecord>>()
  const seconds = Effect.map(clock.now, (now) => Math.floor(now / 1_000))
  const records = Effect.map(seconds, (now): ReadonlyArray<PersonRecord> =>
    [...sampleOwner.collecting.records(now + 1), ...added.filter(({ addedAt }) => addedAt <= now)]
      .filter(({ instance }) => !removed.has(instance))
      .map((record) => ({ ...record, ...edits.get(record.instance) }))
      .sort((a, b) => a.addedAt - b.addedAt || a.instance - b.instance)
  )
  const wants = Effect.map(seconds, (now) =>
    sampleOwner.collecting.wants(now + 1).filter(({ pressing }) => !unwanted.has(pressing.id))
  )
  const knownReleases = Effect.map(
    Effect.all([records, wants]),
    ([owned, wanted]) => new Map([...owned, ...wanted].map(({ pressing }) => [pressing.id, pressing]))
  )
  const add = (pressing: Pressing) =>
    Effect.map(seconds, (now) => {
      const instance = 90_000_000 + added.length
      added.push({ instance, pressing, addedAt: now, rating: 0, media: null, sleeve: null, note: null })
      return instance
    })
  const control: ShelfControl = {
    records,
    wants,
    addRecord: ({ release } = {}) =>
      Effect.flatMap(knownReleases, (all) =>
        add(all.get(release ?? -1) ?? pressingOf(sampleOwner.listening.catalogue, 2_000_000 + added.length))
      ),
    removeRecord: (instance) => Effect.sync(() => void removed.add(instance)),
    editRecord: (instance, edit) => Effect.sync(() => void edits.set(instance, { ...edits.get(instance), ...edit })),
    removeWant: (release) => Effect.sync(() => void unwanted.add(release))
  }
  return { records, wants, known: knownReleases, add, control }
}
