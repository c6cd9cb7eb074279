import { Effect } from "effect"
import type { Persona } from "../persona/Persona.js"
import type { PersonDisc } from "../persona/collecting.js"
import type { SimulatedClock } from "../shared/SimulatedClock.js"

/** What the owner does to the account on the provider's site. Films are named by their place in the person's life. */
export interface DiscControl {
  /** Oldest addition first. */
  readonly discs: Effect.Effect<ReadonlyArray<PersonDisc>>
  readonly addDisc: (disc: Omit<PersonDisc, "addedAt"> & { readonly addedAt?: number }) => Effect.Effect<void>
  readonly removeDisc: (film: number) => Effect.Effect<void>
}

/** The account: one row a film, as the provider has it, and when it last changed (unix seconds). */
export const makeShelf = (persona: Persona, clock: SimulatedClock) => {
  const changes = new Map<number, PersonDisc | null>()
  let changedAt = 0
  const seconds = Effect.map(clock.now, (now) => Math.floor(now / 1_000))
  const discs = Effect.map(seconds, (now): ReadonlyArray<PersonDisc> => {
    const all = new Map(persona.collecting.discs(now + 1).map((disc) => [disc.film, disc]))
    for (const [film, disc] of changes) {
      if (disc === null) all.delete(film)
      else all.set(film, disc)
    }
    return [...all.values()].sort((a, b) => a.addedAt - b.addedAt || a.film - b.film)
  })
  const change = (film: number, disc: PersonDisc | null) =>
    Effect.map(seconds, (now) => {
      changes.set(film, disc)
      changedAt = Math.max(now, changedAt + 1)
    })
  const control: DiscControl = {
    discs,
    addDisc: (disc) => Effect.flatMap(seconds, (now) => change(disc.film, { ...disc, addedAt: disc.addedAt ?? now })),
    removeDisc: (film) => change(film, null)
  }
  return {
    discs,
    control,
    changedAt: Effect.map(discs, (all) => Math.max(changedAt, all.at(-1)?.addedAt ?? 0))
  }
}
