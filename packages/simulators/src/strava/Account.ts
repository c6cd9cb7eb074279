import { Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { SimulatedClock } from "../shared/Simulator.js"
import type { AccountActivity } from "./wire.js"

/** What can be changed of an activity in the account. */
export type Edit = Partial<Omit<AccountActivity, "id">>

export interface AccountControl {
  /** Runs and all else that the account shows, oldest first. */
  readonly activities: Effect.Effect<ReadonlyArray<AccountActivity>>
  readonly edit: (id: number, edit: Edit) => Effect.Effect<void>
  readonly remove: (id: number) => Effect.Effect<void>
  /** Hides an activity, as one does that is not followed with `activity:read_all`, or shows it again. */
  readonly hide: (id: number, hidden: boolean) => Effect.Effect<void>
  /** Uploads another activity like an existing one: at its time and with its ways unless told otherwise. */
  readonly upload: (like: AccountActivity, edit: Edit & { readonly id: number }) => Effect.Effect<void>
  readonly removeGear: (id: string) => Effect.Effect<void>
  /** Leaves an activity out of lists, or shows it there again; by itself it is to be had all the while. */
  readonly unlist: (id: number, unlisted: boolean) => Effect.Effect<void>
}

export interface Account {
  readonly control: AccountControl
  /** What the API shows at this moment, newest first. */
  readonly view: Effect.Effect<ReadonlyArray<AccountActivity>>
  /** What of it its lists show. */
  readonly listed: Effect.Effect<ReadonlyArray<AccountActivity>>
  /** Null for shoes that were never there or are no more. */
  readonly gear: (id: string) => Effect.Effect<Shoes | null>
  readonly shoes: Effect.Effect<ReadonlyArray<Shoes>>
}

export interface Shoes {
  readonly id: string
  readonly primary: boolean
  readonly name: string
  readonly brand: string
  readonly model: string
  readonly distance: number
  readonly retired: boolean
}

const firstGear = 10_000_001
const gearId = (index: number) => `g${firstGear + index}`

/** The person's account: the runs of the life that were uploaded by now, and what was done to them. */
export const makeAccount = (sampleOwner: SampleOwner, clock: SimulatedClock): Account => {
  const edits = new Map<number, Edit>()
  const deletedIds = new Set<number>()
  const hidden = new Set<number>()
  const unlisted = new Set<number>()
  const lostGear = new Set<string>()
  const uploads: Array<AccountActivity> = []
  const current = Effect.map(clock.now, (now) => {
    const life = sampleOwner.running.until(now / 1000).filter(({ uploadedAt }) => uploadedAt <= now / 1000)
    const activities = life.map((run): AccountActivity => ({
      ...run,
      sportType: run.sport,
      private: false,
      gearId: gearId(run.shoe)
    }))
    return [...activities, ...uploads]
      .filter(({ id }) => !deletedIds.has(id))
      .map((run) => ({ ...run, ...edits.get(run.id) }))
      .sort((a, b) => a.at - b.at || a.id - b.id)
  })
  const activities = Effect.map(current, (all) => all.filter(({ id }) => !hidden.has(id)))
  const shoes = Effect.map(current, (all) => {
    const worn = new Map<string, number>()
    for (const { distance, gearId } of all) if (gearId !== null) worn.set(gearId, (worn.get(gearId) ?? 0) + distance)
    const newest = Math.max(...[...worn.keys()].map((id) => Number(id.slice(1)) - firstGear))
    return [...worn]
      .filter(([id]) => !lostGear.has(id))
      .map(([id, distance]): Shoes => {
        const index = Number(id.slice(1)) - firstGear
        return {
          id,
          primary: index === newest,
          ...sampleOwner.running.shoeName(index),
          distance: Math.round(distance),
          retired: index < newest - 2
        }
      })
  })
  return {
    control: {
      activities,
      edit: (id, edit) => Effect.sync(() => void edits.set(id, { ...edits.get(id), ...edit })),
      remove: (id) => Effect.sync(() => void deletedIds.add(id)),
      hide: (id, isHidden) => Effect.sync(() => void (isHidden ? hidden.add(id) : hidden.delete(id))),
      upload: (like, edit) => Effect.sync(() => void uploads.push({ ...like, ...edit })),
      removeGear: (id) => Effect.sync(() => void lostGear.add(id)),
      unlist: (id, isUnlisted) => Effect.sync(() => void (isUnlisted ? unlisted.add(id) : unlisted.delete(id)))
    },
    view: Effect.map(activities, (all) => all.toReversed()),
    listed: Effect.map(activities, (all) => all.toReversed().filter(({ id }) => !unlisted.has(id))),
    gear: (id) => Effect.map(shoes, (all) => all.find((one) => one.id === id) ?? null),
    shoes
  }
}
