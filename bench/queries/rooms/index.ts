import type { LocalDate } from "@daybook/core/shared"
import type { Read } from "../Read.js"
import { attending } from "./attending.js"
import { collecting } from "./collecting.js"
import { feed } from "./feed.js"
import { reading } from "./reading.js"
import { running } from "./running.js"
import { watching } from "./watching.js"

/** SQL by hand for the costliest GETs of the rooms beside listening: sums over much, and pages deep in long lists. */
export const rooms: Readonly<Record<string, (today: LocalDate) => ReadonlyArray<Read>>> = { running, watching, collecting, reading, attending, feed }
