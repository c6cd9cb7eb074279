import { lists } from "./lists.js"
import { plays } from "./plays.js"
import type { Read, Subjects } from "./Read.js"
import { reviews } from "./reviews.js"
import { spans } from "./spans.js"
import { rooms } from "./rooms/index.js"
import { tops } from "./tops.js"

export { rooms }
export type { Found, Read, Subjects } from "./Read.js"

/** Every listening GET of the contract, with its defaults and with parameters that make it heavier. */
export const reads = (subjects: Subjects): ReadonlyArray<Read> =>
  [plays, tops, lists, spans, reviews].flatMap((room) => room(subjects))
