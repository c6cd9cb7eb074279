import { instantOf } from "../clocks/instantOf.js"

/** Epoch milliseconds of an ISO time with an offset, seconds or not; null where it is none. */
export const isoInstant = (text: string | null | undefined): number | null => {
  if (text == null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  return instantOf(text)
}
