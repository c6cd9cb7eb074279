import { attending } from "./attending.js"
import { collecting } from "./collecting.js"
import type { Domain } from "./Domain.js"
import { listening } from "./listening.js"
import { reading } from "./reading.js"
import { running } from "./running.js"
import { watching } from "./watching.js"

/** The six domains, in the order in which they are listed everywhere. */
export const builtInDomains: ReadonlyArray<Domain> = [listening, running, watching, collecting, reading, attending]
