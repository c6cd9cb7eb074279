import { attending } from "./attending.js"
import { collecting } from "./collecting.js"
import { common } from "./common.js"
import { listening } from "./listening.js"
import { players } from "./players.js"
import { reading } from "./reading.js"
import { running } from "./running.js"
import { system } from "./system.js"
import { watching } from "./watching.js"
import type { Words } from "./Words.js"

/** All words there are for fields. */
export const words: Words = { ...attending, ...players, ...collecting, ...listening, ...reading, ...running, ...system, ...watching, ...common }
