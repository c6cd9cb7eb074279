import { type Detail, type DistanceKey, effortsOfSplits, type Shoe, type Split } from "@daybook/core/running"
import { Option, Schema } from "effect"
import { wholeNumber } from "../kit/values.js"
import {
  type DetailedActivity,
  EffortPart,
  Gear,
  SplitPart,
  cleanText,
  gearId,
  maxDescriptionLength,
  seconds
} from "./wire.js"

/** What the answer of a single run has and the list has not. Null members are those that Strava does not report. */
export const toDetail = (activity: DetailedActivity): Detail => {
  const splits = (activity.splits_standard ?? [])
    .flatMap((part) => splitOf(part) ?? [])
    .filter(({ number }) => wholeNumber(number) === number)
  return {
    calories: activity.calories ?? null,
    description: cleanText(activity.description, maxDescriptionLength),
    splits: splits.length === 0 ? null : splits,
    efforts: effortsOf(activity)
  }
}

const decodeSplit = Schema.decodeUnknownOption(SplitPart)
const decodeEffort = Schema.decodeUnknownOption(EffortPart)

/** A missing time is replaced by the other one; null for a part with neither. */
const splitOf = (part: unknown): Split | null => {
  const split = Option.getOrNull(decodeSplit(part))
  const [elapsed, moving] = [split?.elapsed_time ?? split?.moving_time, split?.moving_time ?? split?.elapsed_time]
  return split === null || elapsed == null
    ? null
    : {
        number: split.split,
        distance: split.distance,
        movingTime: seconds(moving),
        elapsedTime: seconds(elapsed),
        elevation: split.elevation_difference ?? 0,
        heartrate: split.average_heartrate ?? null
      }
}

const distanceOf: Readonly<Record<string, DistanceKey>> = {
  "400m": "400m",
  "1/2mile": "1/2 mile",
  "1k": "1k",
  "1mile": "mile",
  "2mile": "2 mile",
  "5k": "5k",
  "10k": "10k",
  "15k": "15k",
  "10mile": "10 mile",
  "20k": "20k",
  halfmarathon: "half_marathon",
  marathon: "marathon",
  "50k": "50k"
}

/** Named best efforts, else efforts derived from the splits. */
const effortsOf = ({ best_efforts, splits_metric, splits_standard }: DetailedActivity): Detail["efforts"] => {
  const named = (best_efforts ?? [])
    .flatMap((part) => Option.toArray(decodeEffort(part)))
    .flatMap(({ elapsed_time, name }) => {
      const distance = distanceOf[name.toLowerCase().replace(/[\s_-]/g, "")]
      return distance === undefined || elapsed_time <= 0 ? [] : [{ distance, elapsedTime: seconds(elapsed_time) }]
    })
  if (named.length > 0) return named
  const efforts = effortsOfSplits({ mile: legs(splits_standard), km: legs(splits_metric) })
  return efforts.length > 0 ? efforts : null
}

/** Unreadable splits keep their place, because their neighbours are not adjacent. */
const legs = (parts: DetailedActivity["splits_metric"]): ReadonlyArray<Pick<Split, "distance" | "elapsedTime">> =>
  (parts ?? []).map((part) => splitOf(part) ?? { distance: 0, elapsedTime: 0 })

/** The shoes in a run's response; null when they have no name. */
export const shoeOf = ({ gear }: DetailedActivity): Shoe | null => {
  const part = Option.getOrNull(decodeGear(gear))
  return part === null || !gearId.test(part.id) || cleanText(part.name) === null ? null : toShoe(part)
}

const decodeGear = Schema.decodeUnknownOption(Gear)

export const toShoe = (gear: Gear): Shoe => ({
  id: gear.id,
  name: cleanText(gear.name) ?? cleanText(gear.nickname) ?? gear.id,
  brand: cleanText(gear.brand_name),
  model: cleanText(gear.model_name),
  distance: gear.distance ?? null,
  retired: gear.retired ?? null
})
