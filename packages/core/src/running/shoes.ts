import { isOutdated } from "../sync/Source.js"
import type { Shoe } from "./model.js"

/** Shoes as they are stored. */
export interface StoredShoe extends Omit<Shoe, "name" | "retired"> {
  /** Null if only runs mention them. */
  readonly name: string | null
  readonly retired: boolean
  /** When the newest archive was made that reported them, epoch milliseconds; null without one. */
  readonly asOf: number | null
}

/**
 * Shoes after a report. Values that the provider omits stay. An archive from `asOf` replaces brand and model even if it
 * lacks them, unless a newer archive was imported.
 */
export const mergeShoe = (before: StoredShoe | undefined, reported: Shoe, asOf: number | null): StoredShoe => {
  if (before === undefined) return { ...reported, retired: reported.retired ?? false, asOf }
  if (isOutdated(asOf, before.asOf)) return before
  const { brand, model } = asOf === null ? before : { brand: null, model: null }
  return {
    id: reported.id,
    name: reported.name,
    brand: reported.brand ?? brand,
    model: reported.model ?? model,
    distance: reported.distance ?? before.distance,
    retired: reported.retired ?? before.retired,
    asOf: asOf ?? before.asOf
  }
}

const visible = ["name", "brand", "model", "distance", "retired"] as const

/** Whether a report changes what answers show of shoes. */
export const isSameShoe = (before: StoredShoe | undefined, after: StoredShoe): boolean =>
  before !== undefined && visible.every((name) => before[name] === after[name])
