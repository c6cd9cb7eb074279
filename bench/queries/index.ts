import { domains } from "./domains.js"
import { lists } from "./lists.js"
import { plays } from "./plays.js"
import type { Read, Subjects } from "./Read.js"
import { reviews } from "./reviews.js"
import { spans } from "./spans.js"
import { tops } from "./tops.js"

export { domains }
export type { Read, Row, Subjects } from "./Read.js"

/** Every listening GET of the contract, with default parameters and with more expensive ones. */
export const reads = (subjects: Subjects): ReadonlyArray<Read> =>
  [plays, tops, lists, spans, reviews].flatMap((domain) => domain(subjects))
